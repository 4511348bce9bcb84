//! Names that none of the three languages, nor the frame of the program, keeps for itself.

use hashbrown::HashSet;

/// Words of C++, Python or Rust, and names that the programs use themselves.
const TAKEN: &str = "\
alignas alignof and and_eq as asm assert async auto await become bitand bitor bool box break case catch char class co_await \
co_return co_yield compl concept const const_cast consteval constexpr constinit continue crate decltype def default del delete do \
double dyn dynamic_cast elif else enum except explicit export extern false final finally float fn for friend from gen global goto \
if impl import in inline int is lambda let long loop macro macro_rules match mod move mut mutable namespace new noexcept None \
nonlocal not not_eq nullptr operator or or_eq override pass priv private protected pub public raise ref register \
reinterpret_cast requires return self Self short signed sizeof static static_assert static_cast struct super switch template this \
thread_local throw trait True False true try type typedef typeid typename union unsafe unsized unsigned use using virtual void \
volatile wchar_t where while with xor xor_eq yield \
abs all any len max min print range set sorted sum tuple frozenset count std usize i64 \
grundy known seen pile piles size stack here found missing open value values start options order orders mark list part parts end \
ends highest ok mex place hash number list_ sum_ open_ Pile Options Hash count_from nimrule KNOWN";

/// Gives out names.
#[derive(Debug, Clone)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// All names are free but those that are kept.
    pub(super) fn new(helpers: impl Iterator<Item = &'static str>) -> Names {
        let words = TAKEN.split_whitespace().chain(helpers);
        Names {
            taken: words.map(str::to_string).collect(),
        }
    }

    /// A name like the wanted one that is not taken yet.
    pub(super) fn give(&mut self, wanted: &str) -> String {
        // Names of the language are made of ASCII letters, digits and `_`; `_` alone means something elsewhere.
        let wanted = match wanted.trim_start_matches('_') {
            "" => "x",
            wanted => wanted,
        };
        let numbered = (2..).map(|number: u32| format!("{wanted}_{number}"));
        let free = std::iter::once(wanted.to_string())
            .chain(numbered)
            .find(|name| !self.taken.contains(name));
        let name = free.expect("numbers do not end");
        self.taken.insert(name.clone());
        name
    }
}
