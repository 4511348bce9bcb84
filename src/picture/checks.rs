//! What holds for every picture, on many of them: nothing outside, no label on another, the same bytes each time.

use super::font::{Font, Pen};
use super::scene::{Anchor, Form, Item, Text};
use super::terminal::{self, Screen};
use super::{
    Board, Coordinate, Graph, Node, Repeat, Scene, Size, Standing, Theme, Values, digits, graph,
    heat_map, losing_map, png, svg, values,
};
use crate::work::budget::{Budget, Limits};

/// A small generator of numbers that look random (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }

    fn index(&mut self, end: usize) -> usize {
        usize::try_from(self.below(end as u64)).unwrap()
    }

    /// Often small, sometimes as large as can be.
    fn value(&mut self) -> u64 {
        match self.below(6) {
            0 => 0,
            1..4 => self.below(10),
            4 => self.below(5000),
            _ => u64::MAX >> self.below(64),
        }
    }

    fn standing(&mut self) -> Standing {
        match self.below(3) {
            0 => Standing::Lost,
            1 => Standing::Drawn,
            _ => Standing::Won,
        }
    }

    fn text(&mut self) -> String {
        let pieces = [
            "nim",
            "wythoff[3, 5]",
            " a longer piece of text ",
            "<&>\"'",
            "\u{202e}\u{1b}[2J",
            "日本語",
            "",
            "é×−",
        ];
        (0..self.below(5))
            .map(|_| pieces[self.index(pieces.len())])
            .collect()
    }
}

/// The corners of a text: left, top, right, bottom.
fn extent(text: &Text, font: &Font) -> [f64; 4] {
    let width = font.width(&text.words, text.size);
    let before = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let (up, down) = (text.size * 0.72, text.size * 0.2);
    if text.upright {
        [
            text.x - up,
            text.y + before - width,
            text.x + down,
            text.y + before,
        ]
    } else {
        [
            text.x - before,
            text.y - up,
            text.x - before + width,
            text.y + down,
        ]
    }
}

fn spots(pens: &[Pen]) -> Vec<(f64, f64)> {
    // A curve stays between its control points.
    pens.iter()
        .flat_map(|&pen| match pen {
            Pen::Move(x, y) | Pen::Line(x, y) => vec![(x, y)],
            Pen::Quad(a, b, x, y) => vec![(a, b), (x, y)],
            Pen::Cubic(a, b, c, d, x, y) => vec![(a, b), (c, d), (x, y)],
            Pen::Close => vec![],
        })
        .collect()
}

/// Everything is inside the picture, and no text on another.
fn check(scene: &Scene) {
    let font = Font::new();
    let inside = |[left, top, right, bottom]: [f64; 4], what: &dyn std::fmt::Debug| {
        let within = left >= -0.6
            && top >= -0.6
            && right <= scene.width + 0.6
            && bottom <= scene.height + 0.6;
        assert!(
            within,
            "{what:?} at {left} {top} {right} {bottom} in {} × {}",
            scene.width, scene.height
        );
    };
    let mut texts = Vec::new();
    for item in &scene.items {
        match item {
            Item::Shape(shape) => match &shape.form {
                &Form::Rect {
                    x,
                    y,
                    width,
                    height,
                    ..
                } => inside([x, y, x + width, y + height], &shape.form),
                Form::Path(pens) => spots(pens)
                    .into_iter()
                    .for_each(|(x, y)| inside([x, y, x, y], &"path")),
            },
            Item::Dots(dots) => {
                assert!(dots.hints.is_empty() || dots.hints.len() == dots.places.len());
                let r = dots.radius;
                dots.places
                    .iter()
                    .for_each(|&(x, y)| inside([x - r, y - r, x + r, y + r], &dots.sign));
            }
            Item::Text(text) => {
                inside(extent(text, &font), &text.words);
                texts.push((extent(text, &font), &text.words));
            }
            Item::Image(placed) | Item::Stencil(placed, _) => {
                inside(
                    [
                        placed.x,
                        placed.y,
                        placed.x + placed.width,
                        placed.y + placed.height,
                    ],
                    &"image",
                );
                assert_eq!(
                    placed.bitmap.pixels.len(),
                    placed.bitmap.width as usize * placed.bitmap.height as usize
                );
                let colors = placed.bitmap.palette.len();
                assert!(
                    colors <= 256
                        && placed
                            .bitmap
                            .pixels
                            .iter()
                            .all(|&pixel| usize::from(pixel) < colors)
                );
            }
        }
    }
    for (index, (a, words)) in texts.iter().enumerate() {
        for (b, others) in &texts[..index] {
            let apart = a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3];
            assert!(apart, "{words:?} on {others:?}");
        }
    }
}

/// The same data give the same bytes, which are of their format.
fn image(scene: &Scene, theme: Theme, scale: u32) -> Vec<u8> {
    png(scene, theme, scale, &mut Budget::start(&Limits::default())).unwrap()
}

fn check_files(draw: &dyn Fn() -> Scene) {
    let (scene, again) = (draw(), draw());
    let file = svg(&scene, Theme::Auto, "a");
    assert_eq!(file, svg(&again, Theme::Auto, "a"));
    assert!(file.starts_with("<svg ") && file.ends_with("</svg>\n"));
    // Outside of images, which are letters like any.
    let mut plain = file.split('"').filter(|part| !part.starts_with("data:"));
    assert!(plain.all(|part| !part.contains("NaN") && !part.contains("inf")));
    assert!(!file.contains(|c: char| c.is_control() && c != '\n'));
    let file = image(&scene, Theme::Dark, 1);
    assert_eq!(file, image(&again, Theme::Dark, 1));
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
}

/// No line is longer than the screen, and no control character but those for colour.
fn check_text(text: &str, screen: Screen) {
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        let mut length = 0;
        let mut escaped = false;
        for c in line.chars() {
            assert!(
                !c.is_control() || (c == '\u{1b}' && screen.color),
                "{line:?}"
            );
            escaped |= c == '\u{1b}';
            length += usize::from(!escaped);
            escaped &= c != 'm';
        }
        let room = screen.columns.clamp(24, 400);
        assert!(length <= room, "{length} of {room}: {line:?}");
    }
}

fn screens(random: &mut Random) -> Screen {
    let wide = [0, 24, 40, 80, 100, 133, 1000];
    let high = [0, 10, 24, 60, 999];
    Screen {
        columns: wide[random.index(wide.len())],
        lines: high[random.index(high.len())],
        color: random.below(2) == 0,
    }
}

fn budget() -> Budget {
    Budget::start(&Limits::default())
}

#[test]
fn plots_of_values() {
    let mut random = Random(1);
    for round in 0..400 {
        let count =
            [0, 1, 2, 3, 20, 300, 1001, 6000][random.index(if round % 40 == 0 { 8 } else { 6 })];
        let list: Vec<u64> = match random.below(3) {
            0 => (0..count).map(|_| random.below(5)).collect(),
            1 => vec![random.value(); count],
            _ => (0..count).map(|_| random.value()).collect(),
        };
        let from = if random.below(3) == 0 {
            (u64::MAX >> random.below(64)).saturating_sub(count as u64)
        } else {
            random.below(100)
        };
        let repeat = (random.below(2) == 0).then(|| Repeat {
            preperiod: random.value(),
            period: random.value().max(1),
            saltus: random.value(),
        });
        let (title, subtitle) = (random.text(), random.text());
        let plot = Values {
            title: &title,
            subtitle: &subtitle,
            from,
            values: &list,
            repeat,
        };
        let sides = [0, 240, 300, 860, 5000];
        let size = Size {
            width: sides[random.index(5)],
            height: sides[random.index(5)],
        };
        check(&values(&plot, size, &mut budget()).unwrap());
        if round % 20 == 0 {
            check_files(&|| values(&plot, size, &mut budget()).unwrap());
        }
        let screen = screens(&mut random);
        check_text(
            &terminal::values(&plot, screen, &mut budget()).unwrap(),
            screen,
        );
    }
}

#[test]
fn tables_of_two_coordinates() {
    let mut random = Random(2);
    for round in 0..200 {
        let counts = [0, 1, 2, 3, 7, 32, 33, 100, 719, 1500];
        let mut coordinate = || {
            let count = counts[random.index(if round % 10 == 0 { 10 } else { 7 })];
            let from = if random.below(4) == 0 {
                (u64::MAX >> random.below(64)).saturating_sub(count as u64)
            } else {
                random.below(20)
            };
            (from, count, random.text())
        };
        let ((from_a, count_a, name_a), (from_b, count_b, name_b)) = (coordinate(), coordinate());
        let (title, subtitle) = (random.text(), random.text());
        let board = Board {
            title: &title,
            subtitle: &subtitle,
            across: Coordinate {
                name: &name_a,
                from: from_a,
                count: count_a,
            },
            up: Coordinate {
                name: &name_b,
                from: from_b,
                count: count_b,
            },
        };
        let (kind, seed) = (random.below(4), random.below(1000));
        let value = |a: usize, b: usize| -> Option<u64> {
            let mut random = Random((a as u64 * 7919 + b as u64) ^ seed);
            random.below(9);
            match kind {
                0 => Some((a ^ b) as u64),
                1 => (a + b > 3).then(|| random.below(3)),
                2 => (random.below(2) == 0).then(|| random.value()),
                _ => Some(u64::MAX),
            }
        };
        let losing = |a: usize, b: usize| {
            value(a, b).map(|value| match value {
                0 => Standing::Lost,
                value if value % 3 == 1 => Standing::Drawn,
                _ => Standing::Won,
            })
        };
        check(&heat_map(&board, &value, &mut budget()).unwrap());
        check(&losing_map(&board, &losing, &mut budget()).unwrap());
        check(&digits(&board, &value));
        if round % 20 == 0 {
            check_files(&|| heat_map(&board, &value, &mut budget()).unwrap());
            check_files(&|| losing_map(&board, &losing, &mut budget()).unwrap());
            check_files(&|| digits(&board, &value));
        }
        let screen = screens(&mut random);
        check_text(
            &terminal::heat_map(&board, &value, screen, &mut budget()).unwrap(),
            screen,
        );
        check_text(
            &terminal::losing_map(&board, &losing, screen, &mut budget()).unwrap(),
            screen,
        );
        check_text(&terminal::digits(&board, &value, screen), screen);
    }
}

#[test]
fn graphs_of_positions() {
    let mut random = Random(3);
    for round in 0..150 {
        let count = [0, 1, 2, 5, 12, 60, 200][random.index(if round % 10 == 0 { 7 } else { 5 })];
        let nodes: Vec<Node> = (0..count)
            .map(|_| Node {
                label: random.text(),
                value: (random.below(4) > 0).then(|| random.value()),
                standing: random.standing(),
            })
            .collect();
        let loops = random.below(3) == 0;
        let options: Vec<(usize, usize)> = (0..count * 4)
            .map(|_| (random.index(count), random.index(count + 1)))
            .filter(|&(a, b)| loops || a < b)
            .collect();
        let title = random.text();
        let plot = Graph {
            title: &title,
            subtitle: "",
            nodes: &nodes,
            options: &options,
        };
        let scene = graph(&plot).unwrap();
        if !loops {
            check(&scene);
        }
        if round % 10 == 1 {
            check_files(&|| graph(&plot).unwrap());
        }
        let screen = screens(&mut random);
        check_text(&terminal::graph(&plot, screen), screen);
    }
}

#[test]
fn a_graph_that_is_too_large_is_refused() {
    let node = Node {
        label: "n".to_owned(),
        value: None,
        standing: Standing::Won,
    };
    let nodes = vec![node; 500];
    let all: Vec<(usize, usize)> = (0..120)
        .flat_map(|a| (a + 1..120).map(move |b| (a, b)))
        .collect();
    let plot = |nodes, options| {
        graph(&Graph {
            title: "",
            subtitle: "",
            nodes,
            options,
        })
    };
    assert!(plot(&nodes, &[]).is_err());
    assert!(plot(&nodes[..120], &all).is_err());
    let refused = plot(&nodes[..120], &all)
        .err()
        .map(|error| error.to_string());
    assert_eq!(
        refused.as_deref(),
        Some("120 positions with 7140 options do not fit into a picture, which takes 400 and 6000")
    );
    // A long play in which options lie far ahead makes the most bends.
    let far: Vec<(usize, usize)> = (0..399)
        .flat_map(|a| [1, 40, 80, 160, 320].map(|step| (a, a + step)))
        .filter(|&(_, b)| b < 400)
        .collect();
    assert!(plot(&nodes[..400], &far).is_ok());
}

#[test]
fn a_picture_has_the_pixels_asked_for() {
    let plot = Values {
        title: "t",
        subtitle: "",
        from: 0,
        values: &[0, 1, 2],
        repeat: None,
    };
    let size = Size {
        width: 300,
        height: 240,
    };
    let scene = values(&plot, size, &mut budget()).unwrap();
    for (scale, sides) in [
        (0, [300, 240]),
        (1, [300, 240]),
        (2, [600, 480]),
        (9, [1200, 960]),
    ] {
        let file = image(&scene, Theme::Light, scale);
        let side = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
        assert_eq!([side(16), side(20)], sides);
    }
    // A picture too large for its scale is made smaller.
    let large = Scene::new(20_000.0, 100.0, "t");
    let file = image(&large, Theme::Light, 4);
    assert_eq!(u32::from_be_bytes(file[16..20].try_into().unwrap()), 8000);
}
