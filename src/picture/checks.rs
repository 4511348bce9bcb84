//! What holds for every picture, on many of them: nothing outside, no label on another, the same bytes each time, and
//! within the limits.

use super::font::width;
use super::frame::rect;
use super::scene::{Anchor, Area, Form, Item, Pen, Text};
use super::terminal::Screen;
use super::tone::{Rgb, Tone};
use super::{
    Cells, Content, Drawing, Format, Graph, Map, Node, Repeat, Scene, Side, Standing, Style, Theme,
    ValueChart, png, svg,
};
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::{Budget, Limits};
use crate::work::chance::Chance;
use crate::work::{Failure, Limit};

/// Often small, sometimes as large as can be.
fn value(random: &mut Chance) -> u64 {
    match random.below(6) {
        0 => 0,
        1..4 => random.below(10),
        4 => random.below(5000),
        _ => u64::MAX >> random.below(64),
    }
}

/// One of the first so many.
fn any<T: Copy>(random: &mut Chance, list: &[T], first: usize) -> T {
    list[random.index(first)]
}

/// Often small, sometimes the largest from which so many numbers can be counted.
fn first(random: &mut Chance, count: usize) -> u64 {
    match random.below(3) {
        0 => (u64::MAX >> random.below(64)).saturating_sub(count as u64),
        _ => random.below(100),
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
    let count = random.below(5);
    (0..count).map(|_| any(random, &pieces, 8)).collect()
}

/// A picture with words of any kind.
fn drawing(random: &mut Chance, content: Content) -> Drawing {
    Drawing {
        title: text(random),
        subtitle: text(random),
        content,
    }
}

fn budget() -> Budget {
    Budget::start(&Limits::default())
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

/// The corners of all that is drawn; a curve stays between its control points.
fn extents(item: &Item) -> Vec<[f64; 4]> {
    let corners = |area: &Area| vec![[area.left, area.top, area.right(), area.bottom()]];
    let around = |(x, y), r: f64| [x - r, y - r, x + r, y + r];
    match item {
        Item::Shape(shape) => match &shape.form {
            Form::Rect(area, _) => corners(area),
            Form::Path(pens) => {
                let spots = pens.iter().flat_map(|&pen| match pen {
                    Pen::Move(x, y) | Pen::Line(x, y) => vec![(x, y)],
                    Pen::Cubic(a, b, c, d, x, y) => vec![(a, b), (c, d), (x, y)],
                    Pen::Close => vec![],
                });
                spots.map(|spot| around(spot, 0.0)).collect()
            }
        },
        Item::Dots(dots) => {
            let places = dots.places.iter();
            places.map(|&place| around(place, dots.radius)).collect()
        }
        Item::Text(text) => vec![extent(text)],
        Item::Image(area, ..) => corners(area),
    }
}

/// Everything is inside the picture, and no text on another.
fn check(scene: &Scene) {
    let mut texts: Vec<([f64; 4], &str)> = Vec::new();
    for item in &scene.items {
        for [left, top, right, bottom] in extents(item) {
            let before = left >= -0.6 && top >= -0.6;
            let (width, height) = (scene.width, scene.height);
            assert!(
                before && right <= width + 0.6 && bottom <= height + 0.6,
                "{item:?} at {left} {top} {right} {bottom} in {width} × {height}",
            );
        }
        match item {
            Item::Shape(_) => {}
            Item::Dots(dots) => {
                assert!(dots.hints.is_empty() || dots.hints.len() == dots.places.len());
            }
            Item::Text(text) => {
                let a = extent(text);
                for (b, others) in &texts {
                    let apart = a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3];
                    assert!(apart, "{:?} on {others:?}", text.words);
                }
                texts.push((a, &text.words));
            }
            Item::Image(_, bitmap, _) => {
                let pixels = bitmap.width as usize * bitmap.height as usize;
                assert_eq!(bitmap.pixels.len(), pixels);
                let colors = bitmap.palette.len();
                let known = |&pixel: &u8| usize::from(pixel) < colors;
                assert!(colors <= 256 && bitmap.pixels.iter().all(known));
            }
        }
    }
}

fn image(scene: &Scene, theme: Theme, scale: u32) -> Vec<u8> {
    png(scene, theme, scale, &mut budget()).unwrap()
}

/// The sides of an image and its bytes, as many for each pixel as it has colours and opacities.
pub(super) fn decoded(file: &[u8]) -> ([u32; 2], Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    data.truncate(info.buffer_size());
    ([info.width, info.height], data)
}

/// The same data give the same bytes, which are of their format.
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
fn check_text(random: &mut Chance, drawing: &Drawing) {
    let screen = Screen {
        columns: any(random, &[0, 24, 40, 80, 100, 133, 1000], 7),
        lines: any(random, &[0, 10, 24, 60, 999], 5),
        color: random.below(2) == 0,
    };
    let text = drawing.text(screen, &mut budget()).unwrap();
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        let mut length = 0;
        let mut escaped = false;
        for c in line.chars() {
            let is_color = c == '\u{1b}' && screen.color;
            assert!(!c.is_control() || is_color, "{line:?}");
            escaped |= c == '\u{1b}';
            length += usize::from(!escaped);
            escaped &= c != 'm';
        }
        let room = screen.columns.clamp(24, 400);
        assert!(length <= room, "{length} of {room}: {line:?}");
    }
}

/// Checks a picture in all formats; files, which take time, only where that is asked for.
fn check_all(random: &mut Chance, content: Content, files: bool) {
    let drawing = drawing(random, content);
    let draw = || drawing.scene(&mut budget()).unwrap();
    check(&draw());
    if files {
        check_files(&draw);
    }
    check_text(random, &drawing);
}

#[test]
fn plots_of_values() {
    let random = &mut Chance::new(Some(1));
    for round in 0..400 {
        let counts = [0, 1, 2, 3, 20, 300, 1001, 6000];
        let count = any(random, &counts, if round % 40 == 0 { 8 } else { 6 });
        let values: Vec<u64> = match random.below(3) {
            0 => (0..count).map(|_| random.below(5)).collect(),
            1 => vec![value(random); count],
            _ => (0..count).map(|_| value(random)).collect(),
        };
        let from = first(random, count);
        let repeat = (random.below(2) == 0).then(|| Repeat {
            preperiod: value(random),
            period: value(random).max(1),
            saltus: value(random),
        });
        let content = Content::Values(ValueChart {
            from,
            values,
            repeat,
        });
        check_all(random, content, round % 20 == 0);
    }
}

#[test]
fn tables_of_two_coordinates() {
    let random = &mut Chance::new(Some(2));
    for round in 0..200 {
        let counts = [0, 1, 2, 3, 7, 32, 33, 100, 719, 1500];
        let mut side = || {
            let count = any(random, &counts, if round % 10 == 0 { 10 } else { 7 });
            let from = first(random, count);
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
            check_all(random, content, round % 20 == 0);
        }
    }
}

fn board(random: &mut Chance) -> Cells {
    let (rows, columns) = (1 + random.index(6), 1 + random.index(6));
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let here = cells.filter(|_| random.below(2) == 0).collect();
    Cells {
        rows,
        columns,
        here,
    }
}

#[test]
fn graphs_of_positions() {
    let random = &mut Chance::new(Some(3));
    for round in 0..150 {
        let counts = [0, 1, 2, 5, 12, 60, 200];
        let count = any(random, &counts, if round % 10 == 0 { 7 } else { 5 });
        let standings = [Standing::Lost, Standing::Drawn, Standing::Won];
        let has_boards = random.below(3) == 0;
        let nodes = (0..count).map(|_| Node {
            label: text(random),
            boards: match has_boards {
                true => vec![board(random); random.index(3)],
                false => Vec::new(),
            },
            value: (random.below(4) > 0).then(|| value(random)),
            standing: any(random, &standings, 3),
        });
        let nodes: Vec<Node> = nodes.collect();
        let loops = random.below(3) == 0;
        let options: Vec<(usize, usize)> = (0..count * 4)
            .map(|_| (random.index(count), random.index(count + 1)))
            .filter(|&(a, b)| loops || a < b)
            .collect();
        let drawing = drawing(random, Content::Graph(Graph { nodes, options }));
        if !loops {
            check(&drawing.scene(&mut budget()).unwrap());
        }
        if round % 10 == 1 {
            check_files(&|| drawing.scene(&mut budget()).unwrap());
        }
        check_text(random, &drawing);
    }
}

#[test]
fn a_graph_that_is_too_large_is_refused() {
    let node = Node {
        label: "n".to_owned(),
        boards: Vec::new(),
        value: None,
        standing: Standing::Won,
    };
    let plot = |nodes: usize, options: Vec<(usize, usize)>| {
        let nodes = vec![node.clone(); nodes];
        let content = Content::Graph(Graph { nodes, options });
        drawing(&mut Chance::new(Some(4)), content).scene(&mut budget())
    };
    assert!(plot(500, Vec::new()).is_err());
    let all = (0..120).flat_map(|a| (a + 1..120).map(move |b| (a, b)));
    let refused = plot(120, all.collect()).unwrap_err();
    assert_eq!(
        Diagnostic::from(refused).message,
        "120 positions with 7140 options do not fit into a picture, which takes 400 and 6000"
    );
    // A long play in which options lie far ahead makes the most bends.
    let far = (0..399).flat_map(|a| [1, 40, 80, 160, 320].map(|step| (a, a + step)));
    assert!(plot(400, far.filter(|&(_, b)| b < 400).collect()).is_ok());
}

#[test]
fn a_picture_has_the_pixels_asked_for() {
    // A picture too large for its scale is made smaller.
    for (width, height, scale, sides) in [
        (300.0, 240.0, 0, [300, 240]),
        (300.0, 240.0, 1, [300, 240]),
        (300.0, 240.0, 2, [600, 480]),
        (300.0, 240.0, 9, [1200, 960]),
        (20_000.0, 100.0, 4, [8000, 40]),
    ] {
        let scene = Scene::new(width, height, "t");
        assert_eq!(decoded(&image(&scene, Theme::Light, scale)).0, sides);
    }
}

#[test]
fn pixels_come_back_as_they_were_painted() {
    let mut scene = Scene::new(4.0, 2.0, "t");
    let pixels: Vec<u8> = (0..3 * 4 * 2).collect();
    for (at, color) in pixels.chunks(3).enumerate() {
        let area = rect((at % 4) as f64, (at / 4) as f64, 1.0, 1.0);
        scene.fill(area, Tone::Fixed(Rgb(color[0], color[1], color[2])));
    }
    let file = image(&scene, Theme::Light, 1);
    assert_eq!(decoded(&file), ([4, 2], pixels));
}

/// Points, squares, lines and rows of pixels are drawn as the limits allow, whatever is drawn and in whatever way.
#[test]
fn pictures_ask_the_limits() {
    let side = || Side {
        name: String::new(),
        from: 0,
        count: 200,
    };
    let map = |style| {
        Content::Map(Map {
            style,
            across: side(),
            up: side(),
            cells: vec![1; 200 * 200],
        })
    };
    let values = Content::Values(ValueChart {
        from: 0,
        values: (0..40_000).collect(),
        repeat: None,
    });
    for content in [values, map(Style::Heat), map(Style::Losing)] {
        let drawing = drawing(&mut Chance::new(Some(5)), content);
        let budget = |effort| {
            Budget::start(&Limits {
                effort,
                ..Limits::default()
            })
        };
        let few = Some(1 << 14);
        let text = |effort| drawing.text(Screen::default(), &mut budget(effort));
        assert!(text(None).is_ok());
        assert_eq!(text(few), Err(Limit::Effort));
        for format in [Format::Svg, Format::Png] {
            let file = |effort| format.bytes(&drawing, Theme::Light, 1, &mut budget(effort));
            assert!(file(None).is_ok());
            assert_eq!(file(few), Err(Failure::from(Limit::Effort)));
        }
    }
}

#[test]
fn formats_by_ending() {
    for (path, format) in [
        ("a.svg", Some(Format::Svg)),
        ("a.b/c.PNG", Some(Format::Png)),
        ("-", Some(Format::Svg)),
        ("svg", None),
        ("a.jpg", None),
        ("", None),
    ] {
        assert_eq!(Format::of(path), format, "{path}");
    }
}
