//! Positions as people write them on a line: piles behind their game, with blanks between them.

use pest::Parser;

use super::errors::LONGEST;
use super::scan::{TokenKind, tokens};
use super::tree::{Goal, Grammar};
use super::words::Word;

/// A position as a command line would have it: `nim[5, 9, 11]` is one word, `5 9 11` are piles of no game that is
/// named, `nim 5 9 11` are piles of that game, and `misere nim 5 9 11` of it in misère play.
pub fn position_words(text: &str) -> (Option<String>, Vec<String>) {
    if let Some(rest) = text.trim_start().strip_prefix(Word::Misere.text())
        && rest.starts_with(char::is_whitespace)
        && let (Some(game), piles) = words_of(rest)
    {
        return (Some(format!("{}({game})", Word::Misere)), piles);
    }
    words_of(text)
}

/// The same without `misere` before it.
fn words_of(text: &str) -> (Option<String>, Vec<String>) {
    let pieces = pieces(text);
    let is_number_or_list = |piece: &&str| {
        !tokens(piece).any(|token| {
            matches!(token.kind, TokenKind::Name | TokenKind::Keyword(_))
                || token.kind == TokenKind::Operator && token.text(piece) == "+"
        })
    };
    let owned = |pieces: &[&str]| pieces.iter().map(|piece| piece.to_string()).collect();
    match pieces.as_slice() {
        piles if piles.iter().all(is_number_or_list) => (None, owned(piles)),
        [game, piles @ ..]
            if !piles.is_empty() && !game.ends_with(']') && piles.iter().all(is_number_or_list) =>
        {
            (Some(game.to_string()), owned(piles))
        }
        _ => (None, vec![text.to_string()]),
    }
}

/// `misere nim[1, 2]` and `misere nim 1 2` as a position, and `misere nim` as a game.
pub(super) fn misere_position(text: &str) -> Option<String> {
    let rest = text.strip_prefix(Word::Misere.text())?;
    let rest = Some(rest).filter(|_| text.len() <= LONGEST)?;
    let position = match (position_words(text), pieces(rest).as_slice()) {
        ((Some(game), piles), _) => format!("{game}[{}]", piles.join(", ")),
        (_, [one]) if rest.starts_with(char::is_whitespace) => match one.split_once('[') {
            Some((game, piles)) => format!("{}({game})[{piles}", Word::Misere),
            None => format!("{}({one})", Word::Misere),
        },
        _ => return None,
    };
    let is_read = Grammar::parse(Goal::Expr.rule(), &position).is_ok();
    (is_read && position.len() <= LONGEST).then_some(position)
}

/// A text cut at white space and commas outside brackets, where a game without a name is one piece, and so is `4; 3`, three
/// piles of 4.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut depth = 0_usize;
    let mut piece: Option<(usize, usize)> = None;
    let (mut begins_game, mut counted) = (false, false);
    for token in tokens(text) {
        let counts = token.kind == TokenKind::Separator && token.text(text) == ";";
        let separates = depth == 0 && token.kind == TokenKind::Separator && !counts;
        let goes_on = depth > 0 || begins_game || counts || counted;
        let touches = piece.is_some_and(|(_, end)| end == token.start || goes_on);
        counted = counts;
        begins_game = matches!(token.keyword(), Some(Word::Octal | Word::Hex | Word::Game));
        if !touches || separates {
            pieces.extend(piece.take().and_then(|(start, end)| text.get(start..end)));
        }
        if !separates {
            piece = Some((piece.map_or(token.start, |(start, _)| start), token.end));
        }
        depth = token.depth_behind(depth);
    }
    pieces.extend(piece.and_then(|(start, end)| text.get(start..end)));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_may_be_written_as_on_a_command_line() {
        for (text, game, words) in [
            ("nim[5, 9, 11]", None, vec!["nim[5, 9, 11]"]),
            ("5 9 11", None, vec!["5", "9", "11"]),
            ("5, 9, 11", None, vec!["5", "9", "11"]),
            ("(3, 3) (5, 2)", None, vec!["(3, 3)", "(5, 2)"]),
            ("[1, 2] [3]", None, vec!["[1, 2]", "[3]"]),
            ("nim 5 9", Some("nim"), vec!["5", "9"]),
            ("nim 4 ; 3", Some("nim"), vec!["4 ; 3"]),
            ("4; 3", None, vec!["4; 3"]),
            ("lim(3) 5 9", Some("lim(3)"), vec!["5", "9"]),
            ("lim(4)[8] + lim(3)[7]", None, vec!["lim(4)[8] + lim(3)[7]"]),
            ("nim [5]", Some("nim"), vec!["[5]"]),
            ("p", None, vec!["p"]),
            ("octal 0.77 5 8", Some("octal 0.77"), vec!["5", "8"]),
            ("misere nim 5 9", Some("misere(nim)"), vec!["5", "9"]),
            ("misere(nim) 5 9", Some("misere(nim)"), vec!["5", "9"]),
            ("game { take 1 } 5", Some("game { take 1 }"), vec!["5"]),
            ("hex 0.38[5]", None, vec!["hex 0.38[5]"]),
            ("nim[x for x in xs]", None, vec!["nim[x for x in xs]"]),
        ] {
            let (found, pieces) = position_words(text);
            assert_eq!(found.as_deref(), game, "{text}");
            assert_eq!(pieces, words, "{text}");
        }
    }
}
