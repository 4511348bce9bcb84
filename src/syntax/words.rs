//! The reserved words: how each is written, where it may stand, and what it is for.
//!
//! What colours, completes, explains or recovers asks this table; the grammar alone has the words a second time.

use std::fmt;

/// Where a word may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It begins an item of a file.
    Item,
    /// It begins a statement of a game.
    Statement,
    /// It stands inside a statement and nowhere else.
    Inside,
    /// A number of piles stands behind it.
    Counts,
    /// It goes on with an expression or a statement, also on a line of its own.
    Joins,
    /// It may stand behind a value, and with it the statement goes on.
    Behind,
    /// It begins an operand.
    Prefix,
    /// It is an operand by itself.
    Value,
    /// Something else may end with it.
    Ends,
    /// Directly before `(` it is the name of a function.
    Called,
    /// It is a word only where it can stand, and else a name like any other.
    Soft,
}

macro_rules! words {
    ($($name:ident $text:literal [$($role:ident),+] $($help:literal)? $(see $other:ident)?;)*) => {
        /// A reserved word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Word {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Word {
            /// All reserved words.
            pub const ALL: &'static [Word] = &[$(Word::$name),*];

            /// The word as it is written.
            pub const fn text(self) -> &'static str {
                match self { $(Word::$name => $text,)* }
            }

            /// The word that is written like this.
            pub fn of(text: &str) -> Option<Word> {
                match text {
                    $($text => Some(Word::$name),)*
                    _ => None,
                }
            }

            fn roles(self) -> &'static [Role] {
                match self { $(Word::$name => &[$(Role::$role),+],)* }
            }

            /// What it is for.
            pub fn help(self) -> &'static str {
                match self { $(Word::$name => { $($help)? $(Word::$other.help())? })* }
            }
        }
    };
}

words! {
    Game "game" [Item, Prefix] "game NAME(PARAM, PARAM = DEFAULT, …) \"TITLE\" { STATEMENTS }: a rule set; parameters and title may be left out, and in an expression the name, as in values(game { take 1..3 }, 0..9)";
    Let "let" [Item, Statement] "let NAME = EXPR or let NAME(ARG, …) = EXPR: a constant, a table or a function";
    Expect "expect" [Item] "expect EXPR: a claim about the games; at the prompt it is tested at once";
    Use "use" [Item] "use \"other.nimrule\": the games and lets of another file";

    Pile "pile" [Statement, Ends] "pile n, pile n in 0..30, pile (row in 0..7, col in 0..7), pile {a, b}, pile p[], pile {p[]}: what a pile looks like";
    Take "take" [Statement] "take AMOUNTS [leaving COUNT piles] [from COORDINATE] [for …] [where …]: remove that many\n  take any    take 1, 3, 4    take 2..5, 8..    take k*k for k in 1..    take k where prime(k)\n  take 1..2 leaving 0..2 piles    take 1 leaving a, b where a != b    take any from p[i] where p[i] == max(p)";
    Split "split" [Statement] "split into 2..k, split into 2 equal, split into 2 unequal, split into a, b where a != b: replace the pile by parts with the same total";
    Octal "octal" [Statement, Prefix] "octal 0.77, octal 0.(3), octal 4.7: a taking-and-breaking code, and in an expression the game, as in period(octal 0.77)";
    Hex "hex" [Statement, Prefix] "hex 0.8F: a taking-and-breaking code with digits up to F, and in an expression the game";
    Move "move" [Statement] "move LHS -> RHS [for BINDERS] [where COND]: what the pile becomes\n  move n -> n - k for k in 1..3             one pile with fewer\n  move n -> [a, n - a] for a in 1..n-1      in brackets: the piles that replace it\n  move (row, col) -> (row - 2, col + 1)     coordinates of a tuple\n  move p[i] -> v for i, v in 0..p[i]-1      an entry of a row";
    Each "each" [Statement, Counts] "each turn 1..2 piles, each turn all piles, each turn all piles or none, each turn 2 piles alike: how many piles a turn moves in";
    End "end" [Statement] "end when COND: no move from such a pile";
    Draw "draw" [Statement, Soft] "draw when COND: in a game with `loopy`, such a pile counts as one whose only move is to itself";
    Misere "misere" [Statement, Ends, Called] "misere: the player who makes the last move loses; misere(GAME) in a question turns a game round";
    Loopy "loopy" [Statement, Ends] "loopy: plays may go on for ever, and that is a draw; without this word a position that comes back is a mistake";

    Leaving "leaving" [Inside, Counts, Behind] "take AMOUNTS leaving COUNT piles, take AMOUNTS leaving a, b where a != b: what the rest of the pile becomes";
    From "from" [Inside, Behind] see Take;
    Into "into" [Inside, Counts] see Split;
    Equal "equal" [Inside, Ends] see Split;
    Unequal "unequal" [Inside, Ends] see Split;
    Turn "turn" [Inside] see Each;
    Piles "piles" [Inside, Ends, Behind] see Pile;
    Alike "alike" [Inside, Ends, Behind] see Each;
    None "none" [Inside, Ends] see Each;
    When "when" [Inside] see End;
    Any "any" [Inside, Ends, Called] see Take;
    All "all" [Inside, Ends, Called] see Each;

    For "for" [Joins, Behind] "for k in 1..3, for i, k in 1..p[i], for (dx, dy) in steps, for x = p[i]: values that a move or list runs through";
    While "while" [Soft] "for k in 1.. while COND: the values up to the first for which the condition fails";
    Where "where" [Joins, Behind] "where COND: only what satisfies the condition";
    In "in" [Joins, Behind] "VALUE in LIST, VALUE in 1..3, VALUE not in LIST: whether it is among them; in a `for` what the values are";
    And "and" [Joins, Behind] "COND and COND, COND or COND, not COND: conditions joined or turned round";
    Or "or" [Joins, Behind] see And;
    Not "not" [Prefix] see And;
    If "if" [Prefix] "if COND then A else B";
    Then "then" [Joins, Behind] see If;
    Else "else" [Joins, Behind] see If;
    True "true" [Value] "true, false: what a condition gives";
    False "false" [Value] see True;
    First "first" [Value] "first, second, draw: who wins, as in `winner(nim[3]) == first`";
    Second "second" [Value] see First;
}

impl Word {
    /// The word that is written like this, where it can be no name.
    pub fn reserved(text: &str) -> Option<Word> {
        Word::of(text).filter(|word| !word.is(Role::Soft))
    }

    /// Whether it may stand like this.
    #[doc(hidden)]
    pub fn is(self, role: Role) -> bool {
        self.roles().contains(&role)
    }

    /// The words that may stand like this.
    #[doc(hidden)]
    pub fn all_of(role: Role) -> impl Iterator<Item = Word> {
        Word::ALL.iter().copied().filter(move |word| word.is(role))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
