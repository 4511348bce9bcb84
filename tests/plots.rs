//! Pictures of real games: what they show is what the definition says, and files are what they should be.

use nimrule::picture::terminal::Screen;
use nimrule::picture::{Content, Drawing, Graph, Map, Repeat, Standing, Style, ValueChart};
use nimrule::query::pictures::{Range, Show};
use nimrule::{Session, Settings};

use crate::common::opened;
use crate::conjecture::definition::mex;
use crate::program::{Folder, err, out, run};

const RULES: &str = "
game nim { take any }
game kayles { take 1..2 leaving 0..2 piles }
game bounded(k) { take 1..k }
game moore { take any  each turn 1..2 piles }
game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
game board { pile (row in 1..8, col in 1..6)  move row -> row - k for k in 1..  move col -> col - k for k in 1.. }
game cuboid { pile (x, y, z)  move x -> x - 1 }
game rise { pile p[]  move p[i] -> p[i] - 1 }
let arrows = [[], [0, 2], [1, 3], [3, 0], [5, 1], [4], [0, 1, 4]]
game trip { pile place in 0..6  move place -> next for next in arrows[place]  loopy }
game back { pile (x in -3..3, y)  move x -> x - 1 }
";

fn session() -> Session {
    opened(RULES, Settings::default())
}

fn range(from: i64, to: i64) -> Range {
    Range {
        from: Some(from),
        to: Some(to),
    }
}

fn picture(game: &str, show: Show, ranges: &[Range]) -> Result<Drawing, String> {
    let mut session = session();
    let game = session.game(Some(game)).unwrap();
    let drawn = session.picture(&game, show, ranges);
    drawn
        .map(|(drawing, _)| drawing)
        .map_err(|report| report.to_string())
}

fn board(game: &str, show: Show, ranges: &[Range]) -> Map {
    match picture(game, show, ranges).unwrap().content {
        Content::Map(map) => map,
        other => panic!("{other:?}"),
    }
}

/// The value of (a, b) in Wythoff's game, by the definition.
fn wythoff(to: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; to + 1]; to + 1];
    for a in 0..=to {
        for b in 0..=to {
            let options = (1..=a).map(|k| table[a - k][b]);
            let options = options.chain((1..=b).map(|k| table[a][b - k]));
            let options = options.chain((1..=a.min(b)).map(|k| table[a - k][b - k]));
            table[a][b] = mex(&options.collect::<Vec<_>>());
        }
    }
    table
}

#[test]
fn values_and_their_period() {
    // Winning Ways, chapter 4: period 12, the last exception at 70.
    let drawing = picture("kayles", Show::Best, &[range(5, 300)]).unwrap();
    let Content::Values(ValueChart {
        from,
        values,
        repeat,
    }) = drawing.content
    else {
        panic!("{}", drawing.kind());
    };
    let mut own: Vec<u64> = vec![0];
    for n in 1..=300_usize {
        let one_or_two = (1..=2.min(n)).map(|taken| n - taken);
        let options = one_or_two.flat_map(|rest| (0..=rest / 2).map(move |a| (a, rest - a)));
        own.push(mex(&options
            .map(|(a, b)| own[a] ^ own[b])
            .collect::<Vec<_>>()));
    }
    assert_eq!((from, values.as_slice()), (5, &own[5..]));
    let period = Repeat {
        preperiod: 71,
        period: 12,
        saltus: 0,
    };
    assert_eq!(repeat, Some(period));
    assert!(
        drawing
            .subtitle
            .contains("proven by the theorem of Guy and Smith")
    );
    // A formula says more than the period that follows from it.
    let drawing = picture("nim", Show::Best, &[range(0, 60)]).unwrap();
    assert_eq!(
        drawing.subtitle,
        "the size itself, since any amount may be taken"
    );
    // What begins later is not marked.
    let drawing = picture("kayles", Show::Best, &[range(0, 60)]).unwrap();
    assert!(matches!(
        drawing.content,
        Content::Values(ValueChart { repeat: None, .. })
    ));
    // Where no range is given, and in a theorem's game.
    let drawing = picture("nim", Show::Best, &[]).unwrap();
    let Content::Values(ValueChart { values, repeat, .. }) = drawing.content else {
        panic!("{}", drawing.kind());
    };
    assert_eq!(values, (0..=200).collect::<Vec<u64>>());
    assert_eq!(
        repeat.map(|repeat| (repeat.period, repeat.saltus)),
        Some((1, 1))
    );
}

#[test]
fn boards_of_coordinates() {
    let own = wythoff(60);
    let map = board("wythoff", Show::Best, &[range(0, 60), range(3, 9)]);
    assert_eq!(map.style, Style::Heat);
    for (a, column) in own.iter().enumerate() {
        for (b, value) in column.iter().enumerate().take(10).skip(3) {
            assert_eq!(map.value(a, b - 3), Some(*value), "{a} {b}");
        }
    }
    assert_eq!((map.value(61, 0), map.value(0, 7)), (None, None));
    let map = board("wythoff", Show::Losing, &[range(0, 30)]);
    for (a, column) in own.iter().take(31).enumerate() {
        for (b, value) in column.iter().take(31).enumerate() {
            assert_eq!(map.value(a, b) == Some(0), *value == 0, "{a} {b}");
        }
    }
    // The range of a coordinate is not left.
    let map = board("board", Show::Best, &[]);
    assert_eq!(map.style, Style::Digits);
    let sides = [&map.across, &map.up].map(|side| (side.name.as_str(), side.from, side.count));
    assert_eq!(sides, [("row", 1, 8), ("col", 1, 6)]);
    // Rook moves on a board that begins at 1: nim with one less.
    assert!((0..8).all(|a| (0..6).all(|b| map.value(a, b) == Some((a ^ b) as u64))));
}

#[test]
fn boards_of_two_piles() {
    let map = board("bounded(3)", Show::Best, &[range(0, 40), range(0, 20)]);
    assert!(
        (0..=40).all(|a| (0..=20).all(|b| map.value(a, b) == Some(((a % 4) ^ (b % 4)) as u64)))
    );
    // As far as numbers go.
    let first = i64::MAX - 2;
    let map = board("nim", Show::Digits, &[range(first, i64::MAX)]);
    let pile = |offset: usize| first.unsigned_abs() + offset as u64;
    assert!((0..3).all(|a| (0..3).all(|b| map.value(a, b) == Some(pile(a) ^ pile(b)))));
    // Moore 1910: with up to two of two piles all but the empty position are won.
    let map = board("moore", Show::Losing, &[range(0, 8)]);
    assert!((0..9).all(|a| (0..9).all(|b| (map.value(a, b) == Some(0)) == (a + b == 0))));
    // Bouton 1902: misère Nim is lost where normal Nim is, but for piles of at most 1, where it is the other way round.
    let map = board("misere(nim)", Show::Best, &[range(0, 12)]);
    assert_eq!(map.style, Style::Losing);
    let lost = |a: usize, b: usize| if a.max(b) <= 1 { a ^ b == 1 } else { a == b };
    assert!((0..13).all(|a| (0..13).all(|b| (map.value(a, b) == Some(0)) == lost(a, b))));
}

/// Each node's options in a graph, by label.
fn options<'a>(drawing: &'a Drawing, label: &str) -> Vec<&'a str> {
    let Content::Graph(Graph { nodes, options }) = &drawing.content else {
        panic!("{}", drawing.kind());
    };
    let place = nodes.iter().position(|node| node.label == label).unwrap();
    let leads = options.iter().filter(|(from, _)| *from == place);
    let mut found: Vec<&str> = leads.map(|(_, to)| nodes[*to].label.as_str()).collect();
    found.sort_unstable();
    found
}

#[test]
fn graphs_of_positions() {
    let mut session = session();
    let mut graph = |text: &str| {
        let position = session.book().position(text).unwrap();
        session.graph(&position).map(|(drawing, _)| drawing)
    };
    let drawing = graph("nim[2, 1]").unwrap();
    assert_eq!(options(&drawing, "[2, 1]"), ["[0, 1]", "[1, 1]", "[2, 0]"]);
    let Content::Graph(Graph { nodes, .. }) = &drawing.content else {
        panic!("{}", drawing.kind());
    };
    for node in nodes {
        let piles = node.label.trim_matches(['[', ']']).split(", ");
        let xor = piles.fold(0, |xor, pile| xor ^ pile.parse::<u64>().unwrap());
        assert_eq!(
            (node.value, node.standing.is_lost()),
            (Some(xor), xor == 0),
            "{}",
            node.label
        );
    }
    // Misère: the empty position is won.
    let drawing = graph("misere(nim)[2, 1]").unwrap();
    let Content::Graph(Graph { nodes, .. }) = &drawing.content else {
        panic!("{}", drawing.kind());
    };
    let lost: Vec<&str> = nodes
        .iter()
        .filter(|node| node.standing.is_lost())
        .map(|node| node.label.as_str())
        .collect();
    assert_eq!(lost, ["[0, 1]"]);
    assert!(nodes.iter().all(|node| node.value.is_none()));
    assert!(drawing.subtitle.contains("makes the last move loses"));
    // Tuples, rows, splits, sums.
    assert_eq!(
        options(&graph("wythoff[(1, 1)]").unwrap(), "(1, 1)"),
        ["(0, 0)", "(0, 1)"]
    );
    assert_eq!(
        options(&graph("rise[[1, 1]]").unwrap(), "[[1, 1]]"),
        ["[[0, 1]]", "[[1, 0]]"]
    );
    assert_eq!(
        options(&graph("kayles[3]").unwrap(), "[3]"),
        ["[1, 1]", "[1]", "[2]"]
    );
    let sum = graph("nim[1] + bounded(2)[1]").unwrap();
    let lost = ["nim[0] + bounded(2)[1]", "nim[1] + bounded(2)[0]"];
    assert_eq!(options(&sum, "nim[1] + bounded(2)[1]"), lost);
    for text in [
        "nim[9, 9, 9, 9]",
        "nim[1_000_000_000_000]",
        "bounded(3)[401]",
    ] {
        let error = graph(text).unwrap_err().to_string();
        assert!(error.contains("leads to more"), "{error}");
    }
}

#[test]
fn plays_that_may_go_on_for_ever() {
    // The numbers of the seven places, and for infinite values those that their options are worth (C. A. B. Smith 1966; Winning
    // Ways, chapter 12); see examples/set/round_trip.nimrule.
    let values: [Result<u64, &[u64]>; 7] = [
        Ok(0),
        Ok(1),
        Ok(0),
        Err(&[0]),
        Err(&[1]),
        Err(&[]),
        Err(&[0, 1]),
    ];
    let sum = |a: usize, b: usize| match (values[a], values[b]) {
        (Ok(a), Ok(b)) if a == b => Standing::Lost,
        (Ok(_), Ok(_)) => Standing::Won,
        (Ok(number), Err(seen)) | (Err(seen), Ok(number)) if seen.contains(&number) => {
            Standing::Won
        }
        _ => Standing::Drawn,
    };
    let map = board("trip", Show::Best, &[]);
    assert_eq!((map.style, map.across.count), (Style::Losing, 7));
    for (a, b) in (0..7).flat_map(|a| (0..7).map(move |b| (a, b))) {
        let standing = match sum(a, b) {
            Standing::Lost => 0,
            Standing::Won => 1,
            Standing::Drawn => 2,
        };
        assert_eq!(map.value(a, b), Some(standing), "{a} {b}");
    }
    let mut session = session();
    let position = session.book().position("trip[6]").unwrap();
    let (drawing, by) = session.graph(&position).unwrap();
    let Content::Graph(Graph { nodes, .. }) = &drawing.content else {
        panic!("{}", drawing.kind());
    };
    for node in nodes {
        let place: usize = node.label.trim_matches(['[', ']']).parse().unwrap();
        assert_eq!(node.standing, sum(place, 0), "{}", node.label);
    }
    assert_eq!(nodes.len(), 7);
    assert_eq!(options(&drawing, "[6]"), ["[0]", "[1]", "[4]"]);
    assert!(by.detail.contains("loops") || by.detail.contains("retrograde"));
    let text = session.picture_text(&drawing, Screen::default()).unwrap();
    assert!(text.contains("draw: nobody has to lose"), "{text}");
    let text = picture("trip", Show::Best, &[]).unwrap();
    let text = session.picture_text(&text, Screen::default()).unwrap();
    assert!(text.contains("= draw"));
}

#[test]
fn what_cannot_be_drawn() {
    for (game, show, ranges, why) in [
        ("cuboid", Show::Best, vec![], "of 3 coordinates"),
        ("rise", Show::Best, vec![], "is a list"),
        (
            "rise",
            Show::Values,
            vec![],
            "needs piles that are single numbers",
        ),
        (
            "wythoff",
            Show::Values,
            vec![range(0, 9)],
            "needs piles that are single numbers",
        ),
        (
            "wythoff",
            Show::Best,
            vec![range(0, 9); 3],
            "takes 2 ranges",
        ),
        ("nim", Show::Values, vec![range(0, 9); 2], "takes 1 range"),
        ("trip", Show::Values, vec![], "go on for ever"),
        ("trip", Show::Heat, vec![], "may be infinite"),
        ("misere(nim)", Show::Values, vec![], "misère play"),
        ("misere(wythoff)", Show::Heat, vec![], "misère play"),
        (
            "back",
            Show::Best,
            vec![range(-2, 3), range(0, 3)],
            "from -2 to 3",
        ),
        ("nim", Show::Best, vec![range(7, 3)], "from 7 to 3"),
        ("board", Show::Best, vec![range(1, 9)], "outside its range"),
        ("nim", Show::Best, vec![range(0, 1 << 60)], "memory"),
        ("wythoff", Show::Best, vec![range(0, 1 << 40)], "memory"),
    ] {
        let error = picture(game, show, &ranges).unwrap_err();
        assert!(error.contains(why), "{game}: {error}");
    }
}

/// Commands, the exit code, what standard output and standard error hold; SVG, PNG and NONE stand for paths, the last in no folder.
const PLOTS: &[(&str, i32, &str, &str)] = &[
    ("plot kayles --to 30 -o SVG", 0, "", ""),
    (
        "plot wythoff --kind losing -o PNG --theme dark --scale 1",
        0,
        "",
        "",
    ),
    ("plot kayles -o -", 0, "<svg", ""),
    ("plot kayles --to 30", 0, "pile size n", ""),
    (
        "plot wythoff --to 9 --kind digits",
        0,
        "a to the right, b upwards",
        "",
    ),
    ("plot nim 7 3", 0, "known by", ""),
    ("plot nim 2 1", 0, "nim[2, 1]", ""),
    ("plot nim misere(nim)[2,1]", 0, "misere(nim)[2, 1]", ""),
    ("plot wythoff (1,2) --kind graph", 0, "P-position", ""),
    (
        "plot kayles --json --to 9",
        0,
        "{\"plot\":\"kayles: Grundy values\",\"kind\":\"values\",\"svg\":\"<svg",
        "",
    ),
    ("plot kayles --json -o SVG", 0, "\"file\":", ""),
    ("plot kayles -o a.jpg", 2, "", ".svg or .png"),
    ("plot kayles -o NONE", 2, "", "there is no such folder"),
    (
        "plot kayles --kind graph",
        2,
        "",
        "a graph is of a position",
    ),
    ("plot kayles 5 --to 3", 2, "", "this is a position"),
    ("plot kayles 5 --kind heat", 2, "", "this is a position"),
    ("plot kayles --from 9 --to 3", 2, "", "from 9 to 3"),
    ("plot nim 9 9 9 9", 2, "", "nimrule::too_large"),
    ("plot wythoff --to 2000 --max-memory 1MiB", 3, "", "memory"),
    (
        "plot wythoff --to 20 -o PNG --max-memory 1MiB",
        3,
        "",
        "memory",
    ),
    (
        "plot wythoff misere(wythoff) --to 400 --max-time 50ms",
        3,
        "",
        "time",
    ),
];

#[test]
fn files_and_the_terminal() {
    let folder = Folder::new();
    let [svg, png, none] = ["a.svg", "a.PNG", "none/a.svg"].map(|name| folder.file(name));
    for (words, code, stdout, stderr) in PLOTS {
        let args = words.split(' ').map(|word| match word {
            "SVG" => svg.as_str(),
            "PNG" => png.as_str(),
            "NONE" => none.as_str(),
            word => word,
        });
        let args: Vec<&str> = args.collect();
        let output = run(&args);
        let (out, err) = (out(&output), err(&output));
        assert_eq!(output.status.code(), Some(*code), "{words}\n{out}{err}");
        assert!(
            out.contains(stdout) && err.contains(stderr),
            "{args:?}\n{out}{err}"
        );
        if stdout.is_empty() {
            assert_eq!(out, "", "{args:?}");
        }
    }
    let file = folder.read("a.svg");
    assert!(file.starts_with("<svg ") && file.ends_with("</svg>\n"));
    let file = std::fs::read(&png).unwrap();
    assert_eq!(file.get(..8), Some(b"\x89PNG\r\n\x1a\n".as_slice()));
    // Nothing is left behind beside the files.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}
