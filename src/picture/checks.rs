//! What holds for every picture, on many of them: nothing outside, no label on another, the same bytes each time.

use super::font::{Pen, width};
use super::scene::{Anchor, Area, Form, Item, Text};
use super::terminal::Screen;
use super::{
    Content, Drawing, Graph, Map, Node, Repeat, Scene, Side, Standing, Style, Theme, Values, png,
    svg,
};
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::{Budget, Limits};
use crate::work::chance::Chance;

/// Often small, sometimes as large as can be.
fn value(random: &mut Chance) -> u64 {
    match random.below(6) {
        0 => 0,
        1..4 => random.below(10),
        4 => random.below(5000),
        _ => u64::MAX >> random.below(64),
    }
}

fn standing(random: &mut Chance) -> Standing {
    match random.below(3) {
        0 => Standing::Lost,
        1 => Standing::Drawn,
        _ => Standing::Won,
    }
}

fn text(random: &mut Chance) -> String {
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
    (0..random.below(5))
        .map(|_| pieces[random.index(pieces.len())])
        .collect()
}

/// The corners of a text: left, top, right, bottom.
fn extent(text: &Text) -> [f64; 4] {
    let ((x, y), size) = (text.at, text.look.size);
    let width = width(&text.words, size);
    let before = match text.look.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let (up, down) = (size * 0.72, size * 0.2);
    match text.upright {
        true => [x - up, y + before - width, x + down, y + before],
        false => [x - before, y - up, x - before + width, y + down],
    }
}

fn corners(area: &Area) -> [f64; 4] {
    [area.left, area.top, area.right(), area.bottom()]
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
                Form::Rect(area, _) => inside(corners(area), &shape.form),
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
                inside(extent(text), &text.words);
                texts.push((extent(text), &text.words));
            }
            Item::Image(area, bitmap) | Item::Stencil(area, bitmap, _) => {
                inside(corners(area), &"image");
                let pixels = bitmap.width as usize * bitmap.height as usize;
                assert_eq!(bitmap.pixels.len(), pixels);
                let colors = bitmap.palette.len();
                let known = |&pixel: &u8| usize::from(pixel) < colors;
                assert!(colors <= 256 && bitmap.pixels.iter().all(known));
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
    png(scene, theme, scale, &mut budget()).unwrap()
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

fn screens(random: &mut Chance) -> Screen {
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

/// A picture with words of any kind.
fn drawing(random: &mut Chance, content: Content) -> Drawing {
    Drawing {
        title: text(random),
        subtitle: text(random),
        content,
    }
}

/// Checks a picture in all formats; files, which take time, only where that is asked for.
fn check_all(random: &mut Chance, drawing: &Drawing, files: bool) {
    let draw = || drawing.scene(&mut budget()).unwrap();
    check(&draw());
    if files {
        check_files(&draw);
    }
    let screen = screens(random);
    check_text(&drawing.text(screen, &mut budget()).unwrap(), screen);
}

#[test]
fn plots_of_values() {
    let random = &mut Chance::new(Some(1));
    for round in 0..400 {
        let count =
            [0, 1, 2, 3, 20, 300, 1001, 6000][random.index(if round % 40 == 0 { 8 } else { 6 })];
        let list: Vec<u64> = match random.below(3) {
            0 => (0..count).map(|_| random.below(5)).collect(),
            1 => vec![value(random); count],
            _ => (0..count).map(|_| value(random)).collect(),
        };
        let from = if random.below(3) == 0 {
            (u64::MAX >> random.below(64)).saturating_sub(count as u64)
        } else {
            random.below(100)
        };
        let repeat = (random.below(2) == 0).then(|| Repeat {
            preperiod: value(random),
            period: value(random).max(1),
            saltus: value(random),
        });
        let content = Content::Values(Values {
            from,
            values: list,
            repeat,
        });
        let drawing = drawing(random, content);
        check_all(random, &drawing, round % 20 == 0);
    }
}

#[test]
fn tables_of_two_coordinates() {
    let random = &mut Chance::new(Some(2));
    for round in 0..200 {
        let counts = [0, 1, 2, 3, 7, 32, 33, 100, 719, 1500];
        let mut side = || {
            let count = counts[random.index(if round % 10 == 0 { 10 } else { 7 })];
            let from = if random.below(4) == 0 {
                (u64::MAX >> random.below(64)).saturating_sub(count as u64)
            } else {
                random.below(20)
            };
            let name = text(random);
            Side { name, from, count }
        };
        let (across, up) = (side(), side());
        let (kind, seed) = (random.below(3), random.below(1000));
        let value = |a: usize, b: usize| -> u64 {
            let random = &mut Chance::new(Some((a as u64 * 7919 + b as u64) ^ seed));
            random.below(9);
            match kind {
                0 => (a ^ b) as u64,
                1 => value(random),
                _ => u64::MAX,
            }
        };
        for style in [Style::Heat, Style::Losing, Style::Digits] {
            let places = (0..across.count).flat_map(|a| (0..up.count).map(move |b| (a, b)));
            let cells = places.map(|(a, b)| match (style, value(a, b)) {
                (Style::Losing, 0) => 0,
                (Style::Losing, value) => 1 + u64::from(value % 3 == 1),
                (_, value) => value,
            });
            let content = Content::Map(Map {
                style,
                across: across.clone(),
                up: up.clone(),
                cells: cells.collect(),
            });
            let drawing = drawing(random, content);
            check_all(random, &drawing, round % 20 == 0);
        }
    }
}

#[test]
fn graphs_of_positions() {
    let random = &mut Chance::new(Some(3));
    for round in 0..150 {
        let count = [0, 1, 2, 5, 12, 60, 200][random.index(if round % 10 == 0 { 7 } else { 5 })];
        let nodes: Vec<Node> = (0..count)
            .map(|_| Node {
                label: text(random),
                value: (random.below(4) > 0).then(|| value(random)),
                standing: standing(random),
            })
            .collect();
        let loops = random.below(3) == 0;
        let options: Vec<(usize, usize)> = (0..count * 4)
            .map(|_| (random.index(count), random.index(count + 1)))
            .filter(|&(a, b)| loops || a < b)
            .collect();
        let content = Content::Graph(Graph { nodes, options });
        let drawing = drawing(random, content);
        if !loops {
            check(&drawing.scene(&mut budget()).unwrap());
        }
        if round % 10 == 1 {
            check_files(&|| drawing.scene(&mut budget()).unwrap());
        }
        let screen = screens(random);
        check_text(&drawing.text(screen, &mut budget()).unwrap(), screen);
    }
}

#[test]
fn a_graph_that_is_too_large_is_refused() {
    let node = Node {
        label: "n".to_owned(),
        value: None,
        standing: Standing::Won,
    };
    let plot = |nodes: usize, options: &[(usize, usize)]| {
        let nodes = vec![node.clone(); nodes];
        let options = options.to_vec();
        let content = Content::Graph(Graph { nodes, options });
        drawing(&mut Chance::new(Some(4)), content).scene(&mut budget())
    };
    let all: Vec<(usize, usize)> = (0..120)
        .flat_map(|a| (a + 1..120).map(move |b| (a, b)))
        .collect();
    assert!(plot(500, &[]).is_err());
    let refused = plot(120, &all).unwrap_err();
    assert_eq!(
        Diagnostic::from(refused).message,
        "120 positions with 7140 options do not fit into a picture, which takes 400 and 6000"
    );
    // A long play in which options lie far ahead makes the most bends.
    let far: Vec<(usize, usize)> = (0..399)
        .flat_map(|a| [1, 40, 80, 160, 320].map(|step| (a, a + step)))
        .filter(|&(_, b)| b < 400)
        .collect();
    assert!(plot(400, &far).is_ok());
}

#[test]
fn a_picture_has_the_pixels_asked_for() {
    let scene = Scene::new(300.0, 240.0, "t");
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
