//! What cannot be missing.

/// What is there whenever the program is right: without it a session reports an internal error.
pub(crate) trait Certain<T> {
    /// The value, with the reason why it is there.
    fn certain(self, why: &str) -> T;
}

#[expect(clippy::expect_used, reason = "the one place for it")]
impl<T> Certain<T> for Option<T> {
    #[inline]
    #[track_caller]
    fn certain(self, why: &str) -> T {
        self.expect(why)
    }
}

#[expect(clippy::expect_used, reason = "the one place for it")]
impl<T, E: std::fmt::Debug> Certain<T> for Result<T, E> {
    #[inline]
    #[track_caller]
    fn certain(self, why: &str) -> T {
        self.expect(why)
    }
}
