//! The one style: nothing but white space changes, and a file in the style stays as it is.

use nimrule::syntax::{self, TokenKind, tokens};
use nimrule::text::source::{SourceId, Sources};
use nimrule::work::chance::Chance;

use crate::common::{budget, rule_files};

fn source(text: &str) -> SourceId {
    Sources::default().add("text", text)
}

fn styled(text: &str) -> Option<String> {
    let mut budget = budget();
    syntax::format(source(text), text, &mut budget).ok()
}

/// The tree of a text that can be read, without the places in it.
fn tree(text: &str) -> Option<String> {
    let (file, complaints) = syntax::parse_file(source(text), text);
    if !complaints.is_empty() {
        return None;
    }
    let all = format!("{file:?}");
    let mut parts = all.split("Span {");
    let mut tree = parts.next().unwrap_or("").to_owned();
    for part in parts {
        tree.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    Some(tree)
}

fn comments(text: &str) -> Vec<String> {
    let comments = tokens(text).filter(|token| token.kind == TokenKind::Comment);
    comments
        .map(|token| token.text(text).trim_end().to_owned())
        .collect()
}

/// The style of a text, after a look at all that is promised of it; `None`: the text cannot be read.
fn checked(text: &str) -> Option<String> {
    let before = tree(text);
    let Some(new) = styled(text) else {
        assert!(before.is_none(), "{text}");
        return None;
    };
    assert_eq!(tree(&new), before, "{text}\n{new}");
    assert_eq!(comments(&new), comments(text), "{text}");
    assert_eq!(styled(&new).as_deref(), Some(&*new), "{text}");
    assert!(new.is_empty() || new.ends_with('\n'), "{new}");
    assert!(!new.contains("\n\n\n") && !new.contains(" \n"), "{new}");
    Some(new)
}

#[test]
fn one_style() {
    for (text, expected) in [
        ("", ""),
        ("  # only a comment  ", "# only a comment\n"),
        ("game g{take 1,2}", "game g { take 1, 2 }\n"),
        ("game g { }", "game g { }\n"),
        (
            "game g  \"G\"{pile n in 0..  9 take any misere}",
            "game g \"G\" { pile n in 0..9  take any  misere }\n",
        ),
        (
            "game g { take 1\nleaving  0..2 piles where n>-1  misere }",
            "game g {\n    take 1\n        leaving 0..2 piles where n > -1\n    misere\n}\n",
        ),
        (
            "game g {\n\n\n  # why\n\n\n  take 1 # one\n\n}\n\n\n\nexpect winner ( g [ 3 ] )==first",
            "game g {\n    # why\n\n    take 1  # one\n}\n\nexpect winner(g[3]) == first\n",
        ),
        (
            "game g(k=3,m = 4 ){pile (a,b) move a,b->a-k,b - m take any( [1]) from {a}}",
            "",
        ),
        (
            "game g(k=3,m = 4 ){pile {a,b} move a,b->a-k,b - m for x in [ - 1,2 ] where not(x==2)}",
            "game g(k = 3, m = 4) { pile {a, b}  move a, b -> a - k, b - m for x in [-1, 2] where not (x == 2) }\n",
        ),
        (
            "let xs=[\n1,2,\n  [3 ; 4],\n]\nlet f ( x )=if x>0 then x else-x let y=xs [1..] ++xs[..- 1]",
            "let xs = [\n    1, 2,\n    [3; 4],\n]\nlet f(x) = if x > 0 then x else -x\nlet y = xs[1..] ++ xs[..-1]\n",
        ),
        (
            "game g { take k for k in 1.. while k*k<=n  octal 0.77 }",
            "game g { take k for k in 1.. while k * k <= n  octal 0.77 }\n",
        ),
        (
            "game g { take any(xs) }  let while=3 let x=while(2)",
            "game g { take any(xs) }\nlet while = 3\nlet x = while(2)\n",
        ),
        ("use   \"a.nimrule\"", "use \"a.nimrule\"\n"),
        (
            "game g { take k where 2 ≤ k }",
            "game g { take k where 2 <= k }\n",
        ),
        (
            "let long = the_first_operand_of_a_sum + second_operand_of_a_sum * (third_operand + fourth_operand_of_it)",
            "let long = the_first_operand_of_a_sum\n    + second_operand_of_a_sum * (third_operand + fourth_operand_of_it)\n",
        ),
    ] {
        let new = checked(text);
        match expected {
            "" if !text.is_empty() => assert_eq!(new, None, "{text}"),
            _ => assert_eq!(new.as_deref(), Some(expected), "{text}"),
        }
    }
}

#[test]
fn the_examples_are_in_the_style() {
    for file in rule_files("examples") {
        let text = std::fs::read_to_string(&file).expect("a file");
        let name = file.display();
        assert_eq!(checked(&text), Some(text), "nimrule fmt {name}");
    }
}

#[test]
fn every_file_that_can_be_read_keeps_its_tree() {
    let mut read = 0;
    for file in rule_files("tests") {
        let text = std::fs::read(&file).expect("a file");
        if let Ok(text) = String::from_utf8(text) {
            read += usize::from(checked(&text).is_some());
        }
    }
    assert!(read > 50, "{read}");
}

/// Files of the examples with other white space between their tokens.
#[test]
fn a_long_file_may_be_formatted_in_parts() {
    let files = rule_files("examples");
    let all: String = files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("a file"))
        .collect();
    // Between items there are blank lines or none, and comments that belong to what comes next.
    for text in [
        &all,
        &all.replace("\n\n", "\n"),
        &all.replace('\n', "\n \n"),
    ] {
        let parts = syntax::parts(text, 1000);
        assert!(parts.len() > 50 && parts.concat() == *text);
        let each: Option<Vec<String>> = parts.iter().map(|part| styled(part)).collect();
        let joined = syntax::joined(&parts, &each.expect("every part can be read"));
        assert_eq!(Some(joined), styled(text));
    }
    // A part that begins in the middle of an item cannot be read.
    let parts = syntax::parts("game g {\nlet a = 1\ntake a\n}\n", 1);
    assert!(parts.len() == 2 && parts.iter().all(|part| styled(part).is_none()));
}

#[test]
fn any_white_space_becomes_the_style() {
    let files = rule_files("examples").into_iter();
    let texts: Vec<String> = files
        .map(|file| std::fs::read_to_string(file).expect("a file"))
        .collect();
    let mut chance = Chance::new(Some(15));
    for _ in 0..4000 {
        let text = &texts[chance.index(texts.len())];
        let mut mixed = String::new();
        let mut end = 0;
        for token in tokens(text) {
            let is_apart = token.start > end;
            let after_comment = mixed
                .rsplit('\n')
                .next()
                .is_some_and(|line| tokens(line).any(|token| token.kind == TokenKind::Comment));
            mixed.push_str(match chance.index(8) {
                _ if after_comment => ["\n", "\r\n", "\n\n\n \n"][chance.index(3)],
                0 => "\n",
                1 => "\n\n\n",
                2 => "\t  ",
                3 | 4 => " ",
                _ if is_apart => " ",
                _ => "",
            });
            mixed.push_str(token.text(text).trim_end());
            end = token.end;
        }
        assert!(checked(&mixed).is_some(), "{mixed}");
    }
}
