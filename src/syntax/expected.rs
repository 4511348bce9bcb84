//! What the grammar would have accepted, in people's words.

use super::grammar::Rule;
use super::words::{Role, Word};

/// What a piece of text is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    Item,
    Head,
    Statement,
    Expr,
    Exprs,
}

impl Goal {
    pub(super) fn rule(self) -> Rule {
        match self {
            Goal::Item => Rule::only_item,
            Goal::Head => Rule::only_head,
            Goal::Statement => Rule::only_statement,
            Goal::Expr => Rule::only_expr,
            Goal::Exprs => Rule::only_exprs,
        }
    }
}

/// What could have stood at the place where the grammar gave up.
#[derive(Debug)]
pub(super) struct Expected {
    rules: Vec<Rule>,
    goal: Goal,
}

impl Expected {
    pub(super) fn new(rules: Vec<Rule>, goal: Goal) -> Expected {
        Expected { rules, goal }
    }

    pub(super) fn has(&self, rule: Rule) -> bool {
        self.rules.contains(&rule)
    }

    /// Whether the piece of text could have ended here.
    pub(super) fn end(&self) -> bool {
        self.has(Rule::EOI)
    }

    pub(super) fn value(&self) -> bool {
        self.has(Rule::expr) || self.has(Rule::number)
    }

    pub(super) fn name(&self) -> bool {
        use Rule::{binder, coord, name, param, pattern, place, plain_coord};
        !self.value()
            && [name, pattern, binder, param, coord, plain_coord, place]
                .iter()
                .any(|rule| self.has(*rule))
    }

    pub(super) fn operator(&self) -> bool {
        self.has(Rule::tight_op) || self.has(Rule::loose_op)
    }

    /// Whether a statement or item could have begun here.
    pub(super) fn next_word(&self) -> bool {
        self.has(Rule::item)
            || self.has(Rule::statement)
            || self.end() && self.goal == Goal::Statement
    }

    /// The reserved words among what could have stood here, those of operators and operands left out.
    fn keywords(&self) -> impl Iterator<Item = Word> {
        let operand = |word: Word| word.is(Role::Prefix) || word.is(Role::Value);
        self.rules
            .iter()
            .filter_map(|rule| keyword(*rule))
            .filter(move |word| !(self.value() && operand(*word)))
    }

    /// The words to compare a wrong word with.
    pub(super) fn words(&self) -> Vec<Word> {
        let mut words: Vec<Word> = self.keywords().collect();
        if self.operator() {
            words.extend([Word::And, Word::Or, Word::In, Word::Not]);
        }
        if self.has(Rule::statement) || self.end() && self.goal == Goal::Statement {
            words.extend(Word::all_of(Role::Statement));
        }
        if self.has(Rule::item) || self.end() && self.goal == Goal::Item {
            words.extend(Word::all_of(Role::Item));
        }
        words
    }

    /// What could have stood here, for a list. Where a word was found, operators and punctuation are not worth a mention.
    pub(super) fn phrases(&self, found_word: bool) -> Vec<String> {
        let mut phrases = Vec::new();
        let mut say = |phrase: &str| phrases.push(phrase.to_owned());
        let only_words = found_word && self.next_word() && self.keywords().next().is_some();
        if self.has(Rule::take_any) {
            say("an amount");
        } else if self.value() {
            say("a value");
        }
        if self.name() {
            say("a name");
        }
        if self.has(Rule::string) && !self.value() {
            say("a text in quotes");
        }
        if self.has(Rule::code_text) {
            say("a code such as `0.77`");
        }
        if !only_words {
            if self.operator() && !self.value() {
                say("an operator");
            }
            for (rule, sign) in SIGNS {
                let beside_operator = self.operator()
                    || self.value()
                    || self.has(Rule::binder)
                    || self.has(Rule::pattern);
                let begins_operand =
                    matches!(rule, Rule::open_bracket | Rule::open_paren | Rule::dots);
                if self.has(*rule) && !(begins_operand && beside_operator) {
                    say(sign);
                }
            }
        }
        if self.has(Rule::turn_all) {
            say("`all`");
        }
        if self.has(Rule::unit) {
            say("`piles`");
        }
        if self.has(Rule::or_none) {
            say("`or none`");
        }
        for word in self.keywords() {
            say(&format!("`{word}`"));
        }
        if self.has(Rule::item) {
            Word::all_of(Role::Item).for_each(|word| say(&format!("`{word}`")));
        }
        if self.has(Rule::statement) {
            say("a statement");
        }
        if self.end() {
            match self.goal {
                Goal::Item => say("the next item"),
                Goal::Statement => say("the next statement"),
                Goal::Expr | Goal::Exprs => say("the end"),
                Goal::Head => {}
            }
        }
        phrases
    }
}

const SIGNS: &[(Rule, &str)] = &[
    (Rule::open_paren, "`(`"),
    (Rule::open_bracket, "`[`"),
    (Rule::open_brace, "`{`"),
    (Rule::dots, "`..`"),
    (Rule::arrow, "`->`"),
    (Rule::assign, "`=`"),
    (Rule::semicolon, "`;`"),
    (Rule::comma, "`,`"),
    (Rule::close_paren, "`)`"),
    (Rule::close_bracket, "`]`"),
    (Rule::close_brace, "`}`"),
];

/// The reserved word that a rule stands for.
fn keyword(rule: Rule) -> Option<Word> {
    Word::of(format!("{rule:?}").strip_prefix("kw_")?)
}
