//! Plans in words.

use std::fmt;

use crate::query::plan::{BOARDS, GamePlan, NotUsed, Plan, SEARCH, Sums, WHOLE};
use crate::solve::boards;
use crate::solve::method::words_of;

/// A line of reasons behind the first.
const GAP: &str = "\n          ";

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games.iter().map(GamePlan::to_string);
        let rows = self.rows.iter();
        let rows = rows.map(|row| format!("{}: {}", row.game, row.detail));
        let theories = self.theories.iter().map(|asked| {
            let (game, words) = (&asked.game, words_of(&asked.theory));
            match &asked.why_not {
                Some(why) => format!("{game}: {words} does not apply here: {why}"),
                None => format!("{game}: {words} applies here"),
            }
        });
        let terms = "terms: xor of their Grundy values, since a turn moves in one of them";
        let terms = self.adds_terms.then(|| terms.to_string());
        let lines: Vec<String> = games.chain(rows).chain(theories).chain(terms).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl fmt::Display for GamePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let Some(sums) = &self.sums else {
            return write!(
                f,
                "{game}: its plays end, so a pile is worth its Grundy value"
            );
        };
        writeln!(f, "{game}: a pile is {}", self.pile)?;
        match (&self.engine, sums) {
            (Some(engine), _) => {
                let premise = engine.premise.replace('\n', GAP);
                writeln!(f, "  engine  {}: {premise}", engine.name)?;
            }
            (None, Sums::TheoriesOrSearch(names)) => {
                let names = names.join(", ");
                writeln!(f, "  engine  {names} or {SEARCH}, the first that applies")?;
            }
            (None, _) => {}
        }
        if self.has_boards {
            writeln!(f, "          {}: {BOARDS}", boards::NAME)?;
        }
        for NotUsed { engines, why } in &self.declined {
            writeln!(f, "          not {}: {why}", engines.join(", "))?;
        }
        write!(f, "  sums    {}", self.sums_in_words(sums))
    }
}

impl GamePlan {
    fn sums_in_words(&self, sums: &Sums) -> String {
        let component = match &self.turn {
            None => String::new(),
            Some(turn) => {
                format!("; a turn moves in {turn}, so its piles are one component")
            }
        };
        match sums {
            Sums::Xor => "xor of the piles' Grundy values (Sprague 1935, Grundy 1939)".to_string(),
            Sums::LoopyValues => format!("loopy values (Smith 1966){component}"),
            Sums::Retrograde if self.misere => {
                "retrograde, over whole positions: in misère play values do not decide".to_string()
            }
            Sums::Retrograde => format!("retrograde over whole positions{component}"),
            Sums::ValuesOrRetrograde => format!(
                "loopy values (Smith 1966) where they are known, else retrograde over whole positions{component}"
            ),
            Sums::Plain => format!("search over {WHOLE}"),
            Sums::TheoriesOrSearch(names) => {
                let names: Vec<&str> = names.iter().map(|name| words_of(name)).collect();
                let theories = match names.is_empty() {
                    true => String::new(),
                    false => format!(
                        "{} where its premise holds for the piles that can be reached, else ",
                        names.join(" or ")
                    ),
                };
                match &self.turn {
                    _ if self.misere => format!(
                        "{theories}search over whole positions: in misère play the xor of Grundy values does not decide"
                    ),
                    Some(turn) => format!("a turn moves in {turn}: {theories}search"),
                    None => format!("{theories}search"),
                }
            }
        }
    }
}
