//! Why work ends without what was asked for, and how much memory the machine has for it.

use std::fmt;
use std::fs::read_to_string;
use std::time::Duration;

use crate::text::diagnostic::{Cause, Diagnostic, Enough};
use crate::text::units::{self, about_memory};

/// What ends work before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// More memory than allowed.
    Memory {
        /// How many bytes are needed at least, as far as that is known.
        needed: u64,
        allowed: u64,
    },
    /// More time than allowed, in milliseconds.
    Time(u64),
    /// More work than is set aside for it.
    Effort,
    /// A look at more options than this, which are set aside for a search.
    Options(u64),
    Interrupted,
}

impl Limit {
    /// More time than this.
    pub(crate) fn time(allowed: Duration) -> Limit {
        Limit::Time(allowed.as_millis().min(u128::from(u64::MAX)) as u64)
    }
}

impl From<Limit> for Diagnostic {
    fn from(limit: Limit) -> Diagnostic {
        match limit {
            Limit::Interrupted => {
                Diagnostic::error("interrupted", "interrupted").cause(Cause::Cancelled)
            }
            Limit::Time(millis) => {
                let error = Diagnostic::error(
                    "time_limit",
                    format!("this takes longer than {} s", millis as f64 / 1000.0),
                )
                .cause(Cause::Time);
                match units::more_time(Duration::from_millis(millis)) {
                    Some(time) => error.enough(Enough::Time(time)),
                    None => {
                        error.help("more hours are not likely to do: ask for something smaller")
                    }
                }
            }
            Limit::Effort => Diagnostic::error(
                "effort_limit",
                "this takes more work than is set aside for it",
            )
            .help("ask for something smaller")
            .cause(Cause::Effort),
            Limit::Options(most) => Diagnostic::error(
                "search_limit",
                format!("how long the game lasts here takes a look at more than {most} options"),
            )
            .help("who wins and the winning moves may still be found; ask `solve`, or a smaller position")
            .cause(Cause::Effort),
            Limit::Memory { needed, allowed } => {
                let (least, most) = (about_memory(needed), about_memory(allowed));
                let message = match least == most {
                    true => format!("this needs more than the {most} of memory that are allowed"),
                    false => {
                        format!("this needs at least {least} of memory, and {most} are allowed")
                    }
                };
                let error = Diagnostic::error("memory_limit", message);
                too_little_memory(error.cause(Cause::Memory), needed, machine_memory())
            }
        }
    }
}

/// What to do where so much memory was needed, on a machine with so much.
fn too_little_memory(error: Diagnostic, needed: u64, machine: u64) -> Diagnostic {
    match units::more_memory(needed, machine) {
        Some(memory) => error.enough(Enough::Memory(memory)),
        None => error.help(format!(
            "this machine has {}: ask for something smaller, or ask on a larger one",
            about_memory(machine)
        )),
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A limit was reached; and how far the work came, in words.
    Limit(Limit, String),
    /// A rule fails at some pile: nothing is known of what follows there, but of other piles it may be.
    Fault(Box<Diagnostic>),
    /// A complaint about what was asked.
    Complaint(Box<Diagnostic>),
    /// What cannot be was found: nimrule itself is wrong.
    Bug(&'static str),
}

impl Failure {
    /// The limit that was reached, if it is one; an interruption is none.
    pub(crate) fn limit(&self) -> Option<Limit> {
        match self {
            Failure::Limit(Limit::Interrupted, _)
            | Failure::Fault(_)
            | Failure::Complaint(_)
            | Failure::Bug(_) => None,
            Failure::Limit(limit, _) => Some(*limit),
        }
    }

    /// The same, where a limit was reached so far on the way.
    pub(crate) fn at(self, progress: impl FnOnce() -> String) -> Failure {
        match self {
            Failure::Limit(limit, _) => Failure::Limit(limit, progress()),
            it @ (Failure::Fault(_) | Failure::Complaint(_) | Failure::Bug(_)) => it,
        }
    }

    /// Whether it lies in the rules or the question, so that more time and memory do not help.
    pub(crate) fn is_in_input(&self) -> bool {
        match self {
            Failure::Limit(..) | Failure::Bug(_) => false,
            Failure::Fault(diagnostic) | Failure::Complaint(diagnostic) => {
                diagnostic.cause == Cause::Input
            }
        }
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Failure {
        Failure::Limit(limit, String::new())
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Complaint(Box::new(diagnostic))
    }
}

impl From<Failure> for Diagnostic {
    /// The complaint for people.
    fn from(failure: Failure) -> Diagnostic {
        match failure {
            Failure::Fault(diagnostic) | Failure::Complaint(diagnostic) => *diagnostic,
            Failure::Bug(what) => Diagnostic::internal(what),
            Failure::Limit(limit, progress) => {
                let mut error = Diagnostic::from(limit);
                if !progress.is_empty() {
                    error.message = format!("{} ({progress})", error.message);
                }
                error
            }
        }
    }
}

/// Why one of several ways to an answer does not lead there, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declined(pub String);

impl<T: Into<String>> From<T> for Declined {
    fn from(why: T) -> Declined {
        Declined(why.into())
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a way to an answer was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// It does not lead there; another one may.
    Declined(Declined),
    /// There is no answer on any way.
    Failure(Failure),
}

impl Halt {
    /// This way does not lead there.
    pub(crate) fn declined(why: impl Into<Declined>) -> Halt {
        Halt::Declined(why.into())
    }

    /// Why this way does not lead there, unless no way does.
    pub(crate) fn reason(self) -> Result<Declined, Failure> {
        match self {
            Halt::Declined(why) => Ok(why),
            Halt::Failure(failure) => Err(failure),
        }
    }
}

/// What a way led to; `None`: it does not lead there.
pub(crate) fn found<T>(result: Result<T, Halt>) -> Result<Option<T>, Failure> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(halt) => halt.reason().map(|_| None),
    }
}

impl From<Declined> for Halt {
    fn from(why: Declined) -> Halt {
        Halt::Declined(why)
    }
}

impl<T: Into<Failure>> From<T> for Halt {
    fn from(failure: T) -> Halt {
        Halt::Failure(failure.into())
    }
}

/// What is taken for the memory of a machine that does not say.
const USUAL_MEMORY: u64 = 8 << 30;

/// The bytes of memory that processes of this machine, or of this container, can have.
fn machine_memory() -> u64 {
    let of_container = |path: &str| read_to_string(path).ok()?.trim().parse().ok();
    [
        read_to_string("/proc/meminfo")
            .ok()
            .and_then(|text| total(&text)),
        of_container("/sys/fs/cgroup/memory.max"),
        of_container("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ]
    .into_iter()
    .flatten()
    .min()
    .unwrap_or(USUAL_MEMORY)
}

/// The total in a text such as Linux gives, in KiB there.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|it| it.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_about_limits_can_be_followed() {
        let help = |limit| Diagnostic::from(limit).help.unwrap_or_default();
        for (seconds, advised) in [(1, "such as 1m,"), (320, "such as 10m,")] {
            let help = help(Limit::Time(seconds * 1000));
            assert!(help.contains(advised), "{help}");
        }
        for limit in [
            Limit::Time(u64::MAX),
            Limit::Memory {
                needed: 1 << 60,
                allowed: 1,
            },
        ] {
            let help = help(limit);
            assert!(
                !help.contains("allow more") && help.contains("something smaller"),
                "{help}"
            );
        }
        let help = |needed| {
            let error = Diagnostic::error("memory_limit", "too much");
            too_little_memory(error, needed, 16 << 30)
                .help
                .unwrap_or_default()
        };
        assert_eq!(
            help(3 << 30),
            "allow more memory, such as 6GiB, or ask for something smaller"
        );
        assert_eq!(
            help(900 << 30),
            "this machine has 16 GiB: ask for something smaller, or ask on a larger one"
        );
    }

    #[test]
    fn a_need_a_little_above_the_limit_is_told_apart_from_it() {
        for (needed, said) in [
            (
                65 << 20,
                "this needs at least 65 MiB of memory, and 64 MiB are allowed",
            ),
            (
                (64 << 20) + 1,
                "this needs more than the 64 MiB of memory that are allowed",
            ),
        ] {
            let limit = Limit::Memory {
                needed,
                allowed: 64 << 20,
            };
            assert_eq!(Diagnostic::from(limit).message, said);
        }
    }

    #[test]
    fn the_total_is_read() {
        let text = "MemTotal:       24689764 kB\nMemFree:         1000 kB\n";
        assert_eq!(total(text), Some(24_689_764 << 10));
        assert_eq!(total("MemFree: 1 kB"), None);
        assert!(machine_memory() > 64 << 20);
    }
}
