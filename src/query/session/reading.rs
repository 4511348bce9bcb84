//! The games and positions that words mean.

use std::sync::Arc;

use super::Session;
use crate::expr::kind::Kind;
use crate::expr::position::{Game, Position};
use crate::expr::value::Value;
use crate::rules::{Question, errors};
use crate::syntax::{self, ast};
use crate::text::diagnostic::{Diagnostic, Report};

impl Session {
    /// The game that `text` names (`nim`, `bounded(3)`, `misere(kayles)`), or the only game of the rulebook.
    ///
    /// # Errors
    /// There is no such game, or there are several and none is named.
    pub fn game(&mut self, text: Option<&str>) -> Result<Arc<Game>, Report> {
        let mut names = self.book.own_game_names();
        if names.is_empty() {
            names = self.book.game_names();
        }
        let text = match (text, names.as_slice()) {
            (Some(text), _) => text.to_string(),
            (None, [only]) => only.clone(),
            (None, []) => {
                let error = Diagnostic::error("no_game", "there is no game here");
                return self.reported(Err(error.help("define one: `game nim { take any }`")));
            }
            (None, several) => {
                let error = Diagnostic::error("which_game", "which game is meant?")
                    .help(format!("name one of {}", several.join(", ")));
                return self.reported(Err(error));
            }
        };
        let question = self.question_text("game", &text)?;
        match self.run(&question, &mut Vec::new())? {
            Value::Game(header) => {
                self.game_rules(&header)?;
                Ok(header)
            }
            _ => self.wrong_kind("a game", &question),
        }
    }

    /// The position that the words of a command line mean: one position expression, or just piles of `game`.
    ///
    /// # Errors
    /// The words are no position.
    #[doc(hidden)]
    pub fn position(&mut self, game: Option<&str>, words: &[String]) -> Result<Position, Report> {
        self.whole(|session| session.read_position(game, words))
    }

    fn read_position(&mut self, game: Option<&str>, words: &[String]) -> Result<Position, Report> {
        if let [word] = words
            && word.split_whitespace().count() > 1
            && !word.contains(['[', '(', ','])
        {
            let piles: Vec<String> = word.split_whitespace().map(str::to_owned).collect();
            return self.read_position(game, &piles);
        }
        if let [word] = words {
            let asked = self.book.ask_about("position", word);
            let expr =
                syntax::parse_expr_list(asked.id(), word).map_err(|list| self.book.report(list))?;
            if let [expr] = expr.as_slice()
                && !matches!(
                    expr.node,
                    ast::Node::Int(_) | ast::Node::Tuple(_) | ast::Node::List(_)
                )
                && let Ok(question) = self.book.question_within(expr, self.solver.left())
                && question.kind == Kind::Position
                && let Value::Position(position) = self.run(&question, &mut Vec::new())?
            {
                return Ok(position.as_ref().clone());
            }
            // A position that has mistakes should say so, and not be taken for a pile.
            if let [expr] = expr.as_slice()
                && let ast::Node::Bracket(..) | ast::Node::Arith(..) = expr.node
            {
                let question = self.book.question_within(expr, self.solver.left())?;
                if question.kind != Kind::Int {
                    return self.wrong_kind("a position", &question);
                }
            }
        }
        let header = self.game(game)?;
        let piles = words.join(", ");
        let are_numbers = words.iter().all(|word| word.parse::<i64>().is_ok());
        // Where a pile is no number, numbers are those of one pile.
        let piles = match header.shape.as_int_tuple() {
            Some(bounds) if are_numbers && bounds.len() == words.len() => format!("({piles})"),
            None if are_numbers && header.shape.is_row() => format!("[{piles}]"),
            _ => piles,
        };
        let text = format!("{}[{piles}]", header.label);
        let question = self.question_text("position", &text)?;
        match self.run(&question, &mut Vec::new())? {
            Value::Position(position) => Ok(position.as_ref().clone()),
            _ => self.wrong_kind("a position", &question),
        }
    }

    fn wrong_kind<T>(&self, wanted: &str, question: &Question) -> Result<T, Report> {
        let error = errors::wrong_kind(wanted, &question.kind, question.span);
        self.reported(Err(error))
    }
}
