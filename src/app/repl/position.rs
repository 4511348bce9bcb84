//! The commands about a position, which may be written as on a command line.

use super::call::Call;
use super::out::Out;
use super::shell::Shell;
use crate::expr::position::Position;
use crate::query::Session;
use crate::report::text;
use crate::syntax::scan::{TokenKind, tokens};
use crate::text::diagnostic::{Diagnostic, Report};

pub(super) fn solve(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let look = shell.look();
    about_position(shell, call, out, |session, position| {
        Ok(text::solution(&session.solve(position, MOST_LISTED)?, look))
    });
}

pub(super) fn explain(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    const DEPTH: &str = "--depth";
    let (position, depth) = match call.rest.split_once(DEPTH) {
        Some((position, depth)) => (position, depth.trim_start_matches('=').trim()),
        None => (call.rest, "0"),
    };
    let Ok(depth) = depth.parse() else {
        let error = Diagnostic::error("command", "`--depth` needs a number of moves")
            .help("`:explain nim[5, 9, 11] --depth 3`");
        return call.refuse(shell, out, error, true);
    };
    let call = Call {
        rest: position.trim_end(),
        ..*call
    };
    about_position(shell, &call, out, |session, position| {
        let explanation = session.follow(position, depth)?;
        session.written(&explanation)
    });
}

pub(super) fn line(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let look = shell.look();
    about_position(shell, call, out, |session, position| {
        Ok(text::line(&session.line(position)?, look))
    });
}

/// How many winning moves `:solve` lists.
const MOST_LISTED: usize = 20;

fn about_position(
    shell: &mut Shell,
    call: &Call<'_>,
    out: &mut Out<'_>,
    tell: impl FnOnce(&mut Session, &Position) -> Result<String, Report>,
) {
    if call.needs_argument(shell, out, "a position, such as `nim[5, 9, 11]`") {
        return;
    }
    let (game, words) = position_words(call.rest);
    let session = &mut shell.session;
    let told = session
        .position(game.as_deref(), &words)
        .and_then(|position| tell(session, &position));
    match told {
        Ok(text) => out.answer(text.trim_end()),
        Err(report) => shell.report(&report, out),
    }
}

/// A position as a command line would have it: `nim[5, 9, 11]` is one word, `5 9 11` are piles of the only game, and
/// `nim 5 9 11` are piles of that game.
pub(super) fn position_words(text: &str) -> (Option<String>, Vec<String>) {
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
            if !piles.is_empty() && !game.contains('[') && piles.iter().all(is_number_or_list) =>
        {
            (Some(game.to_string()), owned(piles))
        }
        _ => (None, vec![text.to_string()]),
    }
}

/// A text cut at white space and commas outside brackets.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut depth = 0_usize;
    let mut piece: Option<(usize, usize)> = None;
    for token in tokens(text) {
        let separates = depth == 0 && token.kind == TokenKind::Separator;
        let touches = piece.is_some_and(|(_, end)| end == token.start || depth > 0);
        if !touches || separates {
            pieces.extend(piece.take().and_then(|(start, end)| text.get(start..end)));
        }
        if !separates {
            piece = Some((piece.map_or(token.start, |(start, _)| start), token.end));
        }
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
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
            ("lim(3) 5 9", Some("lim(3)"), vec!["5", "9"]),
            ("lim(4)[8] + lim(3)[7]", None, vec!["lim(4)[8] + lim(3)[7]"]),
            ("nim [5]", Some("nim"), vec!["[5]"]),
            ("p", None, vec!["p"]),
            ("nim[x for x in xs]", None, vec!["nim[x for x in xs]"]),
        ] {
            let (found, pieces) = position_words(text);
            assert_eq!(found.as_deref(), game, "{text}");
            assert_eq!(pieces, words, "{text}");
        }
    }
}
