//! The page about a game: its parts, that it needs nothing else and lets nothing out, and that its player plays perfectly; and
//! the site of many games.

mod browser;
mod gallery;
mod player;
mod tools;

use nimrule::answer::Facts;
use nimrule::report::page::board_data;
use nimrule::{Session, Settings};
use serde_json::Value as Json;

use crate::common::opened;

const RULES: &str = r#"
game nim "Nim" { take any }
game kayles { take 1..2 leaving 0..2 piles }
game bounded(k) { take 1..k }
game tiny { pile n in 0..2  take 1 }
game moore { take any  each turn 1..2 piles }
game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
game euclid { pile {a, b}  move b -> b - k * a for k in 1.. where a > 0 }
game fibonacci_nim { pile (n, limit)  move n, limit -> n - k, 2 * k for k in 1..limit }
game chomp { pile p[]  move p -> p[..i-1] ++ [min(x, j) for x in p[i..]] for i in 0..len(p)-1, j in 0..p[i]-1  misere }
game cuboid { pile (x in 1..9, y in 1..9, z in 1..9)  move x -> x - k for k in 1..  move y -> y - k for k in 1..  move z -> z - k for k in 1.. }
game halves { split into a, b where a != b }
game bag { pile {rows[]}  move rows -> rows[..i - 1] ++ [k] ++ rows[i + 1..] for i in indices(rows), k in 0..rows[i] - 1 }
game row { pile s[]  move s -> s[..i - 1] ++ [0] ++ s[i + 1..] for i in indices(s) where s[i] == 1
  move s -> s[..i - 1] ++ [0, 0] ++ s[i + 2..] for i in 0..len(s) - 2 where s[i] == 1 and s[i + 1] == 1 }
game other { move n -> nim[n - 1] + kayles[n - 1] }
let arrows = [[], [0, 2], [1, 3], [3, 0], [5, 1], [4], [0, 1, 4]]
game trip { pile place in 0..6  move place -> next for next in arrows[place]  loopy }
game nine { pile b[] in 0..1  move b[i] -> 1 for i where b[i] == 0  end when b[8] == 1 }
expect winner(nine[[0; 9]]) == first
game divisors { pile left[]  move left -> [x for x in left where k % x != 0] for k in left }
game tiles { pile free[(row, col)]  move free -> remove(free, i, j) for i in indices(free), j in i + 1..len(free) - 1
  where abs(free[i][0] - free[j][0]) + abs(free[i][1] - free[j][1]) == 1 }
game ends { pile (last, row[])  move last, row -> row[0], row[1..] where len(row) > 0 and row[0] > last
  move last, row -> row[len(row) - 1], row[..len(row) - 2] where len(row) > 0 and row[len(row) - 1] > last }
game count { pile said in 0..30  move said -> said + k for k in 1..3 }
game coins { move n -> [i, j] for i in 1..n - 1, j in i + 1..n - 1 }
game cut { pile s[]  move s -> [s[..i - 1], [s[i]], s[i + 1..]] for i in 1..len(s) - 2 where s[i - 1] == s[i + 1] }
game shatter { split into 3 }
game coin_row { pile coin[]  move coin[i] -> cell for i, cell in 0..coin[i] - 1 where all([c < cell for c in coin[..i - 1]]) }
expect winner(coin_row[[1, 2]]) == second and winner(coin_row[[0, 2, 5]]) == first and winner(coin_row[[1, 3], [2, 4]]) == second
expect winner(misere(tiles)[[(0, 0), (0, 1)]]) == second
game swing { move n -> n - 1  move n -> n + 1 where n < 3  loopy }
game hostile "</script><script>alert(1)</script><img src='http://x'>@" { take any # @</pre></script><!--
}
"#;

/// A session on the rules, where `@` stands for a character that turns the writing round.
fn session() -> Session {
    opened(&RULES.replace('@', "\u{202e}"), Settings::default())
}

fn facts(session: &mut Session, game: &str, start: Option<&str>) -> Facts {
    let game = session.game(Some(game)).unwrap();
    let start = start.map(|text| session.book().position(text).unwrap());
    session.facts(&game, Some(30), start.as_ref()).unwrap()
}

/// What stands between two texts, each time.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    let parts = text.split(open).skip(1);
    parts.filter_map(|rest| rest.split(close).next()).collect()
}

/// The headings of the sections.
fn headings_of(page: &str) -> Vec<&str> {
    let headings = between(page, "<h2 id=\"", "</h2>");
    let names = headings
        .iter()
        .filter_map(|heading| heading.split_once('>'));
    names.map(|(_, name)| name).collect()
}

fn board_of(page: &str) -> Json {
    let data = between(page, "id=\"board-data\">", "</script>");
    serde_json::from_str(data[0]).unwrap()
}

#[test]
fn parts_of_the_page() {
    let mut session = session();
    for (game, headings, pictures) in [
        (
            "nim",
            "Rules, Play, Grundy values, Pictures, P-positions, Misère play, How it is computed",
            3,
        ),
        (
            "misere(nim)",
            "Rules, Play, Formula, Pictures, P-positions, Misère play, How it is computed",
            2,
        ),
        (
            "swing",
            "Rules, Play, Grundy values, Pictures, P-positions and draws, Misère play, How it is computed",
            2,
        ),
        (
            "wythoff",
            "Rules, Play, Formula, Pictures, P-positions, Misère play, How it is computed",
            3,
        ),
        (
            "chomp",
            "Rules, Play, Pictures, P-positions, How it is computed",
            1,
        ),
        (
            "cuboid",
            "Rules, Play, Formula, Pictures, P-positions, Misère play, How it is computed",
            1,
        ),
    ] {
        let page = facts(&mut session, game, None).page();
        assert_eq!(headings_of(&page).join(", "), headings, "{game}");
        assert_eq!(page.matches("<figure").count(), pictures, "{game}");
        assert_eq!(page.matches("<svg").count(), pictures, "{game}");
        assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">"));
        // Ids are different ones, and what is referred to is there.
        let ids = between(&page, " id=\"", "\"");
        let mut different = ids.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(ids.len(), different.len(), "{game}: {ids:?}");
        for name in between(&page, "aria-labelledby=\"", "\"")
            .iter()
            .flat_map(|names| names.split(' '))
        {
            assert!(ids.contains(&name), "{game}: {name}");
        }
        for data in between(&page, "<script type=\"application/json\"", "</script>") {
            let (_, data) = data.split_once('>').unwrap();
            serde_json::from_str::<Json>(data).unwrap();
        }
    }
}

#[test]
fn what_the_page_says() {
    let mut session = session();
    let page_of_kayles = facts(&mut session, "kayles", None).page();
    // Winning Ways, chapter 4; Guy and Smith's proof.
    for text in [
        "<tr><th scope=\"row\">0</th><td class=\"lost\">0</td><td>1</td><td>2</td><td>3</td><td>1</td><td>4</td><td>3</td><td>2</td><td>1</td><td>4</td></tr>",
        "<a href=\"#values\">Values</a>",
        "Period 12 from n = 71 on.",
        "the theorem of Guy and Smith: g(n + 12) = g(n) for n = 71..155, which settles all larger n",
        "g(n) = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n % 12] except",
        // Winning Ways, chapter 13: the pile of 5 is wild, of genus 4^146.
        "The first wild pile is 5; smaller ones are tame.",
        "<td>4<sup>146</sup></td>",
        // Plambeck 2005: the misère quotient of Kayles.
        "has 40 elements; 9 of them are P-positions.",
        "a = a pile of 1, b = a pile of 2, c = a pile of 5",
        "<code>losing(misere(kayles), 0..40)</code>",
        "take 1..2 leaving 0..2 piles",
    ] {
        assert!(page_of_kayles.contains(text), "{text}");
    }
    // Misère Kayles: single piles are lost where the size is 1, 4, 9, 12, 20 (Sibert and Conway 1992).
    let misere = between(&page_of_kayles, ">Misère play</h2>", "</ul>");
    assert_eq!(
        between(misere[0], "<li>", "</li>"),
        ["1", "4", "9", "12", "20"]
    );
    // What one pile of 9 is known by holds for the largest of them.
    assert!(!misere[0].contains("Nim's rule"));
    // Where a play may go on for ever, values may be infinite, and are no P-positions.
    let page_of_trip = facts(&mut session, "trip", None).page();
    for text in [
        "<td class=\"lost\">0</td><td>1</td><td class=\"lost\">0</td><td class=\"soft\">∞(0)</td><td class=\"soft\">∞(1)</td><td class=\"soft\">∞</td><td class=\"soft\">∞(0, 1)</td></tr>",
        "[n for n in 0..6 where winner(trip[n]) == draw]",
        "<ul class=\"list draws\"><li>4</li> <li>5</li> </ul>",
    ] {
        assert!(page_of_trip.contains(text), "{text}");
    }
}

/// Tuples are listed as they are written, once where the order does not count, and where a play comes to them.
#[test]
fn listed_tuples() {
    let mut session = session();
    for (game, first, left_out) in [
        // Wythoff 1907.
        (
            "wythoff",
            ["(0, 0)", "(1, 2)", "(3, 5)", "(4, 7)", "(6, 10)"],
            false,
        ),
        // Cole and Davie 1969; no play comes to two zeros.
        (
            "euclid",
            ["(0, 1)", "(0, 2)", "(0, 3)", "(0, 4)", "(0, 5)"],
            true,
        ),
        // Whinihan 1963; what may be taken next is twice what was taken, which is even.
        (
            "fibonacci_nim",
            ["(0, 2)", "(0, 4)", "(0, 6)", "(0, 8)", "(0, 10)"],
            true,
        ),
    ] {
        let facts = facts(&mut session, game, None);
        let list = &facts.lists[0];
        let found = list.found.as_ref().unwrap().0.iter();
        let names: Vec<&str> = found.map(|it| it.name.as_str()).collect();
        assert_eq!(names[..5], first, "{game}");
        let is_left_out = list
            .left_out
            .iter()
            .any(|words| words.contains("without a move"));
        assert_eq!(is_left_out, left_out, "{game}");
    }
}

#[test]
fn nothing_comes_in_and_nothing_gets_out() {
    let mut session = session();
    for game in ["hostile", "nim", "wythoff"] {
        let page = facts(&mut session, game, None).page();
        // The only addresses are the name of the SVG format and what the hostile game writes, as text.
        let names = page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count();
        let texts = page.matches("'http://x'").count();
        let in_rules = page.matches("http").count() - page.matches("http-equiv").count();
        assert_eq!(in_rules, names + texts, "{game}");
        assert!(
            !page.contains("<img") && !page.contains("alert(1)</script>") && !page.contains("<!--")
        );
        for word in ["src=", "@import", "fetch(", "import(", "innerHTML", "eval("] {
            assert!(!page.replace("src='", "").contains(word), "{game}: {word}");
        }
        assert_eq!(
            page.matches("<script").count(),
            page.matches("</script>").count()
        );
        assert!(page.contains("default-src 'none'"));
        // Nor is the writing turned round.
        assert!(!page.contains('\u{202e}'), "{game}");
        // Links stay on the page, images come with it.
        for link in between(&page, "href=\"", "\"") {
            let stays = link.starts_with('#') || link.starts_with("data:image/png;base64,");
            assert!(stays, "{game}: {link}");
        }
        for name in between(&page, "url(", ")") {
            assert!(name.starts_with('#'), "{game}: {name}");
        }
    }
}

/// Board and lists, of both ways to win, begin with one position: where piles are rows the largest single one that the file asks about,
/// so that they hold no row that does not come up in the game.
#[test]
fn one_start_for_all() {
    let mut session = session();
    for (game, start, from) in [
        ("coin_row", None, "coin_row[[0, 2, 5]]"),
        ("coin_row", Some("coin_row[[1, 4]]"), "coin_row[[1, 4]]"),
        ("misere(coin_row)", None, "misere(coin_row)[[0, 2, 5]]"),
        ("tiles", None, "tiles[[(0, 0), (0, 1)]]"),
        ("nine", None, "nine[[0, 0, 0, 0, 0, 0, 0, 0, 0]]"),
        ("kayles", Some("kayles[4, 3]"), "kayles[4, 3]"),
    ] {
        let facts = facts(&mut session, game, start);
        let lists = [&facts.lists, &facts.last_loses.lists];
        let queries: Vec<&str> = lists
            .into_iter()
            .flatten()
            .map(|list| list.query.as_str())
            .collect();
        let misere = from.replacen(&facts.rules.game, &format!("misere({game})"), 1);
        let both = [from, &misere];
        let wanted = match facts.rules.misere {
            true => &both[..1],
            false => &both[..],
        };
        assert_eq!(queries, wanted);
        assert!(
            lists.into_iter().flatten().all(|list| list.reached),
            "{game}"
        );
        let board = facts.board.unwrap();
        let data = board_data(game, &board);
        let shown = match data["places"][0]["name"].as_str() {
            Some(name) => name.to_string(),
            None => {
                let kinds = data["start"].as_array().unwrap().iter();
                let names = kinds.map(|kind| {
                    let kind = &data["kinds"][kind.as_u64().unwrap() as usize];
                    kind["pile"]["name"].as_str().unwrap()
                });
                format!("{game}[{}]", names.collect::<Vec<_>>().join(", "))
            }
        };
        assert_eq!(shown, from);
    }
}

#[test]
fn boards_of_each_kind() {
    let mut session = session();
    for (game, start, mode) in [
        ("nim", None, "kinds"),
        ("bounded(3)", None, "kinds"),
        ("tiny", None, "kinds"),
        ("wythoff", None, "kinds"),
        ("cuboid", None, "kinds"),
        ("nim", Some("nim[50]"), "kinds"),
        // Rules that are wrong for the usual rows: the one of a claim, or a small one.
        ("nine", None, "kinds"),
        ("divisors", None, "kinds"),
        // Several piles a turn, misère play, other games, and sums.
        ("moore", None, "places"),
        ("chomp", None, "places"),
        ("misere(kayles)", None, "places"),
        ("other", None, "places"),
        ("nim", Some("nim[2] + kayles[3]"), "places"),
        ("nim", Some("nim[900, 900]"), "none"),
        ("nim", Some("misere(nim)[3, 2]"), "places"),
        // Plays that may go on for ever.
        ("swing", None, "places"),
        ("trip", None, "places"),
    ] {
        let facts = facts(&mut session, game, start);
        let page = facts.page();
        let found = match (page.contains("\"kinds\":"), page.contains("\"places\":")) {
            (true, false) => "kinds",
            (false, true) => "places",
            _ => "none",
        };
        assert_eq!(found, mode, "{game} {start:?}");
        if let (Some(text), "places") = (start, mode) {
            assert_eq!(board_of(&page)["places"][0]["name"], text);
        }
    }
}
