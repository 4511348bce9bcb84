//! What people see: small pictures of games whose values are known from the books.

use nimrule::picture::terminal::{self, Screen};
use nimrule::picture::{
    Board, Coordinate, Graph, Node, Repeat, Size, Standing, Theme, Values, digits, graph, heat_map,
    losing_map, svg, values,
};
use nimrule::work::Limit;
use nimrule::work::budget::{Budget, Limits};

/// Kayles (Winning Ways, chapter 4).
const KAYLES: [u64; 24] = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
];

/// Piles of which one takes up to 2.
fn bounded(values: &[u64]) -> Values<'_> {
    let repeat = Some(Repeat {
        preperiod: 0,
        period: 3,
        saltus: 0,
    });
    Values {
        title: "bounded(2): Grundy values",
        subtitle: "proven",
        from: 0,
        values,
        repeat,
    }
}

fn nim(count: usize) -> Board<'static> {
    let coordinate = |name| Coordinate {
        name,
        from: 0,
        count,
    };
    Board {
        title: "nim",
        subtitle: "two piles",
        across: coordinate("a"),
        up: coordinate("b"),
    }
}

fn xor(a: usize, b: usize) -> Option<u64> {
    Some((a ^ b) as u64)
}

fn lost(is_lost: bool) -> Standing {
    if is_lost {
        Standing::Lost
    } else {
        Standing::Won
    }
}

fn drawn<T>(draw: impl FnOnce(&mut Budget) -> Result<T, Limit>) -> T {
    draw(&mut Budget::start(&Limits::default())).expect("a small picture")
}

/// The P-positions of Wythoff's game are (⌊kφ⌋, ⌊kφ²⌋) and their mirror images (Wythoff 1907).
fn wythoff(a: usize, b: usize) -> Option<Standing> {
    let (least, k) = (a.min(b), a.abs_diff(b));
    // ⌊kφ⌋ = ⌊(k + √(5k²)) / 2⌋.
    Some(lost(least == (k + (5 * k * k).isqrt()) / 2))
}

/// The play of nim[2, 1].
fn play() -> (Vec<Node>, Vec<(usize, usize)>) {
    let nodes = [
        ("nim[2, 1]", 3),
        ("nim[1, 1]", 0),
        ("nim[1]", 1),
        ("nim[2]", 2),
        ("nim[]", 0),
    ];
    let node = |(label, value): (&str, u64)| Node {
        label: label.to_owned(),
        value: Some(value),
        standing: lost(value == 0),
    };
    (
        nodes.map(node).to_vec(),
        vec![(0, 1), (0, 2), (0, 3), (1, 2), (3, 2), (3, 4), (2, 4)],
    )
}

#[test]
fn svg_files() {
    let size = Size {
        width: 300,
        height: 240,
    };
    insta::assert_snapshot!(
        "values.svg",
        svg(
            &drawn(|budget| values(&bounded(&[0, 1, 2, 0, 1, 2, 0]), size, budget)),
            Theme::Auto,
            "values"
        )
    );
    insta::assert_snapshot!(
        "digits.svg",
        svg(&digits(&nim(3), &xor), Theme::Auto, "digits")
    );
    insta::assert_snapshot!(
        "heat.svg",
        svg(
            &drawn(|budget| heat_map(&nim(4), &xor, budget)),
            Theme::Light,
            "heat"
        )
    );
    insta::assert_snapshot!(
        "losing.svg",
        svg(
            &drawn(|budget| losing_map(&nim(4), &|a, b| Some(lost(a == b)), budget)),
            Theme::Dark,
            "losing"
        )
    );
    let (nodes, options) = play();
    let plot = Graph {
        title: "nim[2, 1]",
        subtitle: "",
        nodes: &nodes,
        options: &options,
    };
    insta::assert_snapshot!(
        "graph.svg",
        svg(&graph(&plot).unwrap(), Theme::Auto, "graph")
    );
}

#[test]
fn in_the_terminal() {
    let screen = Screen {
        columns: 60,
        lines: 18,
        color: false,
    };
    let kayles = Values {
        title: "kayles: Grundy values",
        subtitle: "",
        from: 0,
        values: &KAYLES,
        repeat: None,
    };
    let (nodes, options) = play();
    let plot = Graph {
        title: "nim[2, 1]",
        subtitle: "",
        nodes: &nodes,
        options: &options,
    };
    let [small, large] = [11, 100].map(|count| Board {
        title: "wythoff: P-positions",
        ..nim(count)
    });
    let shown = [
        drawn(|budget| terminal::values(&kayles, screen, budget)),
        drawn(|budget| terminal::values(&bounded(&[0, 1, 2, 0, 1, 2, 0]), screen, budget)),
        drawn(|budget| terminal::heat_map(&nim(8), &xor, screen, budget)),
        drawn(|budget| terminal::losing_map(&small, &wythoff, screen, budget)),
        drawn(|budget| terminal::losing_map(&large, &wythoff, screen, budget)),
        terminal::digits(&nim(8), &xor, screen),
        terminal::graph(&plot, screen),
    ];
    insta::assert_snapshot!("terminal", shown.join("\n"));
    let color = Screen {
        color: true,
        ..screen
    };
    let colored = [
        drawn(|budget| terminal::heat_map(&nim(2), &xor, color, budget)),
        terminal::digits(&nim(2), &xor, color),
        drawn(|budget| terminal::values(&bounded(&[0, 1]), color, budget)),
    ];
    insta::assert_snapshot!("terminal_color", colored.join("\n").replace('\u{1b}', "␛"));
}
