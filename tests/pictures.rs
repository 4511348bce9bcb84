//! What people see: small pictures of games whose values are known from the books.

use nimrule::picture::terminal::Screen;
use nimrule::picture::{
    Cells, Content, Drawing, Graph, Map, Node, Repeat, Side, Standing, Style, Theme, ValueChart,
    svg,
};

use crate::common::budget;

/// Kayles (Winning Ways, chapter 4).
const KAYLES: [u64; 24] = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
];

fn drawing(title: &str, subtitle: &str, content: Content) -> Drawing {
    Drawing::new(title, subtitle, content)
}

/// Piles of which one takes up to 2.
fn bounded(values: &[u64]) -> Drawing {
    let repeat = Some(Repeat {
        preperiod: 0,
        period: 3,
        saltus: 0,
    });
    let content = Content::Values(ValueChart {
        from: 0,
        values: values.to_vec(),
        repeat,
    });
    drawing("bounded(2): Grundy values", "proven", content)
}

/// A board of so many numbers a side.
fn board(title: &str, style: Style, count: usize, cell: fn(usize, usize) -> u64) -> Drawing {
    let side = |name: &str| Side {
        name: name.to_owned(),
        from: 0,
        count,
    };
    let cells = (0..count).flat_map(|a| (0..count).map(move |b| cell(a, b)));
    let content = Content::Map(Map {
        style,
        across: side("a"),
        up: side("b"),
        cells: cells.collect(),
    });
    drawing(title, "two piles", content)
}

fn xor(a: usize, b: usize) -> u64 {
    (a ^ b) as u64
}

/// The P-positions of Wythoff's game are (⌊kφ⌋, ⌊kφ²⌋) and their mirror images (Wythoff 1907).
fn wythoff(a: usize, b: usize) -> u64 {
    let (least, k) = (a.min(b), a.abs_diff(b));
    // ⌊kφ⌋ = ⌊(k + √(5k²)) / 2⌋.
    u64::from(least != (k + (5 * k * k).isqrt()) / 2)
}

/// The play of nim[2, 1].
fn play() -> Drawing {
    let nodes = [
        ("nim[2, 1]", 3),
        ("nim[1, 1]", 0),
        ("nim[1]", 1),
        ("nim[2]", 2),
        ("nim[]", 0),
    ];
    let node = |(label, value): (&str, u64)| Node {
        label: label.to_owned(),
        boards: Vec::new(),
        value: Some(value),
        standing: match value {
            0 => Standing::Lost,
            _ => Standing::Won,
        },
    };
    let content = Content::Graph(Graph {
        nodes: nodes.map(node).to_vec(),
        options: vec![(0, 1), (0, 2), (0, 3), (1, 2), (3, 2), (3, 4), (2, 4)],
    });
    drawing("nim[2, 1]", "", content)
}

/// Cram on three cells.
fn corner() -> Drawing {
    let node = |(cells, value): (&[(usize, usize)], u64)| Node {
        label: format!("[{cells:?}]"),
        boards: vec![Cells {
            rows: 2,
            columns: 2,
            here: cells.to_vec(),
        }],
        value: Some(value),
        standing: match value {
            0 => Standing::Lost,
            _ => Standing::Won,
        },
    };
    let nodes: [(&[_], _); 3] = [
        (&[(0, 0), (1, 0), (1, 1)], 1),
        (&[(0, 0)], 0),
        (&[(1, 1)], 0),
    ];
    let content = Content::Graph(Graph {
        nodes: nodes.map(node).to_vec(),
        options: vec![(0, 1), (0, 2)],
    });
    drawing("cram[[(0, 0), (1, 0), (1, 1)]]", "", content)
}

#[test]
fn svg_files() {
    let lost = |a: usize, b: usize| u64::from(a != b);
    for (name, drawing, theme) in [
        ("values", bounded(&[0, 1, 2, 0, 1, 2, 0]), Theme::Auto),
        ("digits", board("nim", Style::Digits, 3, xor), Theme::Auto),
        ("heat", board("nim", Style::Heat, 4, xor), Theme::Light),
        ("losing", board("nim", Style::Losing, 4, lost), Theme::Dark),
        ("graph", play(), Theme::Auto),
        ("boards", corner(), Theme::Auto),
    ] {
        let file = svg(&drawing.scene(&mut budget()).unwrap(), theme, name);
        insta::assert_snapshot!(format!("{name}.svg"), file);
    }
}

#[test]
fn in_the_terminal() {
    let mut screen = Screen::default();
    (screen.columns, screen.lines) = (60, 18);
    let kayles = Content::Values(ValueChart {
        from: 0,
        values: KAYLES.to_vec(),
        repeat: None,
    });
    let losing = "wythoff: P-positions";
    let shown = [
        drawing("kayles: Grundy values", "", kayles),
        bounded(&[0, 1, 2, 0, 1, 2, 0]),
        board("nim", Style::Heat, 8, xor),
        board(losing, Style::Losing, 11, wythoff),
        board(losing, Style::Losing, 100, wythoff),
        board("nim", Style::Digits, 8, xor),
        play(),
        corner(),
    ];
    let shown = shown.map(|drawing| drawing.text(screen, &mut budget()).unwrap());
    insta::assert_snapshot!("terminal", shown.join("\n"));
    let mut color = screen;
    color.color = true;
    let colored = [
        board("nim", Style::Heat, 2, xor),
        board("nim", Style::Digits, 2, xor),
        bounded(&[0, 1]),
    ];
    let colored = colored.map(|drawing| drawing.text(color, &mut budget()).unwrap());
    insta::assert_snapshot!("terminal_color", colored.join("\n").replace('\u{1b}', "␛"));
}
