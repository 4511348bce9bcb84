//! Every example file: its expectations hold, and what people see of it is as it was when it was last read.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use nimrule::app::disk::Disk;
use nimrule::syntax::ast::{self, Listing, Node};
use nimrule::work::budget::Limits;
use nimrule::{Rulebook, Session, Settings};

use crate::common::rule_files;

#[test]
fn examples() {
    insta::glob!("..", "examples/**/*.nimrule", |path| {
        insta::assert_snapshot!(summary(path));
    });
}

fn summary(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("an example can be read");
    let mut book = Rulebook::new(Arc::new(Disk::default()), Limits::default());
    let name = path.display().to_string();
    let warnings = book
        .add(&name, &text)
        .unwrap_or_else(|report| panic!("{name}: {report}"));
    assert!(warnings.diagnostics.is_empty(), "{name}: {warnings}");

    let mut session = Session::new(book.clone(), Settings::default()).expect("the default engine");
    let mut out = String::new();
    for game in book.game_names() {
        let (_, title) = book.definition_text(&game).expect("a game is defined");
        let params = book
            .game_params(&game)
            .expect("a game is a game")
            .join(", ");
        let title = title.unwrap_or_default();
        writeln!(out, "{game}({params}) {title:?}").expect("a string takes all");
        let described = session.described(&game).expect("a game has no mistakes");
        let described = described.expect("its claims use a game");
        writeln!(out, "{described}").expect("a string takes all");
    }

    let expects = book.expects();
    assert!(!expects.is_empty(), "{name} claims nothing");
    for expect in &expects {
        let tested = session
            .test(expect)
            .unwrap_or_else(|report| panic!("{name}: {report}"));
        let right = tested.right.map(|(value, _)| value.to_string());
        assert!(
            tested.ok,
            "{name}: {}: {} against {right:?}",
            tested.text, tested.left
        );
    }
    writeln!(out, "{} expectations hold\n", expects.len()).expect("a string takes all");

    let position = expects
        .iter()
        .find_map(|expect| first_position(&book, &expect.claim))
        .unwrap_or_else(|| panic!("{name} shows no position"));
    let position = book
        .position(&position)
        .unwrap_or_else(|report| panic!("{name}: {report}"));
    let game = &position.terms[0].game;
    if !game.misere {
        if let Some(bounds) = game.shape.as_heap() {
            let last = bounds.hi.unwrap_or(i64::MAX).min(bounds.lo + 20);
            // A table of the rule may end earlier.
            let values: Vec<String> = (bounds.lo..=last)
                .map_while(|n| {
                    let query = format!("grundy({}[{n}])", game.label);
                    session.eval_text("query", &query).ok()
                })
                .map(|answer| answer.value.to_string())
                .collect();
            writeln!(
                out,
                "values of {} from {} on: {}\n",
                game.label,
                bounds.lo,
                values.join(" ")
            )
            .expect("a string takes all");
        } else if let Some(bounds) = game.shape.as_int_tuple() {
            // A few values of each coordinate, inside its bounds.
            let ranges: Vec<String> = bounds
                .iter()
                .map(|bound| {
                    let last = bound.hi.unwrap_or(i64::MAX).min(bound.lo + 3);
                    format!("{}..{last}", bound.lo)
                })
                .collect();
            let query = format!("table({}, {})", game.label, ranges.join(", "));
            let answer = session.eval_text("query", &query);
            let answer = answer.unwrap_or_else(|report| panic!("{name}: {query}: {report}"));
            writeln!(out, "{query}\n{}\n", answer.value).expect("a string takes all");
        }
    }
    let explained = session
        .explain(&position)
        .unwrap_or_else(|report| panic!("{name}: {report}"));
    out.push_str(&explained.to_string());
    out
}

/// The first position written in a claim that stands for itself.
fn first_position(book: &Rulebook, expr: &ast::Expr) -> Option<String> {
    let own = |expr: &ast::Expr| {
        let text = book.sources().slice(expr.span).to_string();
        // A position worked out by a query does not stand for itself.
        book.position(&text).is_ok().then_some(text)
    };
    match &expr.node {
        Node::Bracket(_, listing) => match listing.as_ref() {
            Listing::Items(_) => own(expr),
            _ => None,
        },
        Node::Call(_, args) => {
            own(expr).or_else(|| args.iter().find_map(|arg| first_position(book, arg)))
        }
        Node::Compare(first, rest) => std::iter::once(first.as_ref())
            .chain(rest.iter().map(|(_, operand)| operand))
            .find_map(|operand| first_position(book, operand)),
        Node::List(listing) => match listing.as_ref() {
            Listing::Items(items) => items.iter().find_map(|item| first_position(book, item)),
            Listing::Comprehension(element, _) => first_position(book, element),
            Listing::Repeat(item, _) => first_position(book, item),
        },
        Node::And(parts) | Node::Or(parts) => {
            parts.iter().find_map(|part| first_position(book, part))
        }
        _ => None,
    }
}

#[test]
fn every_example_says_what_it_is_and_where_it_comes_from() {
    let files = rule_files("examples");
    for path in &files {
        let text = std::fs::read_to_string(path).expect("an example can be read");
        let said = text.lines().map_while(|line| line.strip_prefix("# "));
        let said: Vec<&str> = said.collect();
        let source = said.iter().position(|line| line.starts_with("Source: "));
        let ends = said.last().is_some_and(|line| line.ends_with(['.', '!']));
        let is_told = source.is_some_and(|rules| rules > 0) && ends;
        assert!(is_told, "{}: {said:?}", path.display());
    }
    assert!(files.len() > 130, "{} examples", files.len());
}
