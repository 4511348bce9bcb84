//! The page about a game: its parts, that it needs nothing else and lets nothing out, and that its player plays perfectly.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nimrule::expr::value::Outcome;
use nimrule::query::board::Board;
use nimrule::query::facts::{Asked, Facts};
use nimrule::report::page::{PLAYER, board_data, page};
use nimrule::{Rulebook, Session, Settings, Value};
use serde_json::{Value as Json, json};

const RULES: &str = r#"
game nim "Nim" { take any }
game kayles { take 1..2 leaving 0..2 piles }
game bounded(k) { take 1..k }
game moore { take any  each turn 1..2 piles }
game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
game chomp { pile p[]  move p -> p[..i-1] ++ [min(x, j) for x in p[i..]] for i in 0..len(p)-1, j in 0..p[i]-1  misere }
game cuboid { pile (x in 1..9, y in 1..9, z in 1..9)  move x -> x - k for k in 1..  move y -> y - k for k in 1..  move z -> z - k for k in 1.. }
game other { move n -> nim[n - 1] + kayles[n - 1] }
game swing { move n -> n - 1  move n -> n + 1 where n < 3  loopy }
game hostile "</script><script>alert(1)</script><img src='http://x'>" { take any # </pre></script><!--
}
"#;

fn session() -> Session {
    let book = Rulebook::parse(RULES).unwrap();
    Session::new(book, Settings::default()).unwrap()
}

fn facts(session: &mut Session, game: &str, start: Option<&str>) -> Facts {
    let game = session.game(Some(game)).unwrap();
    let start = start.map(|text| session.book().position(text).unwrap());
    session
        .facts(
            &game,
            &Asked {
                to: Some(30),
                start,
            },
        )
        .unwrap()
}

/// What stands between two texts, each time.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    let parts = text.split(open).skip(1);
    parts.filter_map(|rest| rest.split(close).next()).collect()
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
            "Rules, Play, Pictures, P-positions, How it is computed",
            2,
        ),
        (
            "wythoff",
            "Rules, Play, Pictures, P-positions, Misère play, How it is computed",
            3,
        ),
        (
            "chomp",
            "Rules, Play, Pictures, P-positions, How it is computed",
            1,
        ),
        (
            "cuboid",
            "Rules, Play, Pictures, P-positions, Misère play, How it is computed",
            1,
        ),
    ] {
        let page = page(&facts(&mut session, game, None));
        assert_eq!(
            between(&page, "<h2>", "</h2>").join(", "),
            headings,
            "{game}"
        );
        assert_eq!(page.matches("<figure").count(), pictures, "{game}");
        assert_eq!(page.matches("<svg").count(), pictures, "{game}");
        assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
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
    let page_of_kayles = page(&facts(&mut session, "kayles", None));
    // Winning Ways, chapter 4; Guy and Smith's proof.
    for text in [
        "<tr><th scope=\"row\">0</th><td class=\"lost\">0</td><td>1</td><td>2</td><td>3</td><td>1</td><td>4</td><td>3</td><td>2</td><td>1</td><td>4</td></tr>",
        "period 12 from n = 71 on",
        "by the theorem of Guy and Smith",
        "<code>losing(misere(kayles), 0..40)</code>",
        "take 1..2 leaving 0..2 piles",
    ] {
        assert!(page_of_kayles.contains(text), "{text}");
    }
    // Misère Kayles: single piles are lost where the size is 1, 4, 9, 12, 20 (Sibert and Conway 1992).
    let misere = between(&page_of_kayles, "<h2>Misère play</h2>", "</ul>");
    assert_eq!(
        between(misere[0], "<li>", "</li>"),
        ["1", "4", "9", "12", "20"]
    );
    // Wythoff 1907.
    let page_of_wythoff = page(&facts(&mut session, "wythoff", None));
    let lost = between(&page_of_wythoff, "<h2>P-positions</h2>", "</ul>");
    let lost = between(lost[0], "<li>", "</li>");
    assert_eq!(
        &lost[..5],
        ["[0, 0]", "[1, 2]", "[2, 1]", "[3, 5]", "[4, 7]"]
    );
}

#[test]
fn nothing_comes_in_and_nothing_gets_out() {
    let mut session = session();
    for game in ["hostile", "nim", "wythoff"] {
        let page = page(&facts(&mut session, game, None));
        // The only addresses are the name of the SVG format and what the hostile game writes, as text.
        let names = page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count();
        let texts = page.matches("&#39;http://x&#39;").count();
        let in_rules = page.matches("http").count() - page.matches("http-equiv").count();
        assert_eq!(in_rules, names + texts, "{game}");
        assert!(
            !page.contains("<img") && !page.contains("alert(1)</script>") && !page.contains("<!--")
        );
        for word in ["src=", "@import", "fetch(", "import(", "innerHTML", "eval("] {
            assert!(
                !page.replace("src=&#39;", "").contains(word),
                "{game}: {word}"
            );
        }
        assert_eq!(
            page.matches("<script").count(),
            page.matches("</script>").count()
        );
        assert!(page.contains("default-src 'none'"));
    }
}

#[test]
fn boards_of_each_kind() {
    let mut session = session();
    for (game, start, mode) in [
        ("nim", None, "kinds"),
        ("bounded(3)", None, "kinds"),
        ("wythoff", None, "kinds"),
        ("cuboid", None, "kinds"),
        ("nim", Some("nim[50]"), "kinds"),
        // Several piles a turn, misère play, other games, and sums.
        ("moore", None, "places"),
        ("chomp", None, "places"),
        ("misere(kayles)", None, "places"),
        ("other", None, "places"),
        ("nim", Some("nim[2] + kayles[3]"), "places"),
        ("nim", Some("nim[900, 900]"), "none"),
        ("swing", None, "none"),
    ] {
        let facts = facts(&mut session, game, start);
        let page = page(&facts);
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

fn tool(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name));
    found.into_iter().find(|path| path.exists())
}

/// Runs a script under node; `None` where there is no node.
fn node(script: &str) -> Option<Json> {
    let mut child = Command::new(tool("node")?)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(script.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// What the page's player says of positions: name, whether lost, its answer's name and how many moves there are.
const SAYS: &str = r#"
const player = playerOf(data);
const said = positions.map((position) => {
  const moves = player.moves(position);
  const best = moves.length > 0 ? player.best(position, Math.random) : null;
  const after = moves.map((move) => player.name(player.after(position, move)));
  return [player.name(position), player.lost(position), best && player.name(player.after(position, best)),
    [...new Set(after)], best === null || player.isLegal(position, best), player.wins(position).length,
    player.isLegal(position, { pile: 99, option: 0 }), player.explain(position).length > 0,
    player.name(player.deal(Math.random)) !== ""];
});
console.log(JSON.stringify(said));
"#;

#[test]
fn the_player_agrees_with_the_solver() {
    let mut session = session();
    for game in [
        "nim",
        "kayles",
        "bounded(2)",
        "wythoff",
        "cuboid",
        "moore",
        "chomp",
        "misere(kayles)",
        "other",
    ] {
        let header = session.game(Some(game)).unwrap();
        let board = session.board(&header, None).unwrap().unwrap();
        let positions: Json = match &board {
            Board::Piles(piles) => {
                let few = &piles.deal[..piles.deal.len().min(7)];
                let last = *piles.deal.last().unwrap();
                let mut positions = vec![vec![], vec![last]];
                for &a in few {
                    positions.extend([vec![a], vec![a, last]]);
                    for &b in few {
                        positions.push(vec![a, b, few[0]]);
                    }
                }
                json!(positions)
            }
            // Some of the larger and some of the smaller ones.
            Board::Graph(places) => json!(
                (0..places.len())
                    .step_by(places.len().div_ceil(60))
                    .collect::<Vec<_>>()
            ),
        };
        let script = format!(
            "{PLAYER}\nconst data = {}; const positions = {positions};\n{SAYS}",
            board_data(game, &board)
        );
        let Some(said) = node(&script) else {
            eprintln!("there is no node, so the page's player is not tested");
            return;
        };
        assert!(said.as_array().unwrap().len() > 5, "{game}");
        for said in said.as_array().unwrap() {
            let name = said[0].as_str().unwrap();
            let asked = session
                .eval_text("test", &format!("winner({name})"))
                .unwrap()
                .value;
            let is_lost = asked == Value::Outcome(Outcome::Second);
            assert_eq!(said[1], is_lost, "{name}");
            let moves = session
                .eval_text("test", &format!("moves({name})"))
                .unwrap()
                .value;
            let left: Vec<_> = said[3]
                .as_array()
                .unwrap()
                .iter()
                .map(|name| name.as_str().unwrap())
                .collect();
            // The names of equal positions may differ in the order of piles.
            let known = |text: &str| {
                let position = session.book().position(text).unwrap();
                moves
                    .items()
                    .iter()
                    .any(|found| matches!(found, Value::Position(found) if **found == position))
            };
            assert!(
                left.iter().all(|text| known(text)),
                "{name}: {left:?} {moves}"
            );
            assert_eq!(left.is_empty(), moves.items().is_empty(), "{name}");
            if let Some(best) = said[2].as_str() {
                let after = session
                    .eval_text("test", &format!("winner({best})"))
                    .unwrap()
                    .value;
                assert_eq!(
                    after == Value::Outcome(Outcome::Second),
                    !is_lost,
                    "{name} to {best}"
                );
                assert_eq!(said[5].as_u64().unwrap() > 0, !is_lost, "{name}");
            }
            assert_eq!(
                said.as_array().unwrap()[4..],
                [
                    json!(true),
                    said[5].clone(),
                    json!(false),
                    json!(true),
                    json!(true)
                ][..],
                "{name}"
            );
        }
    }
}

/// Plays in the page: asks for the winning moves, makes one after the other, and looks at what is said.
const CLICKS: &str = r#"
<script>
const told = [];
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const status = () => part("status").textContent;
told.push(status());
for (let turn = 0; turn < 60 && !status().includes("no move is left"); turn++) {
  part("hint").click();
  let win = null;
  for (const pile of [...document.querySelectorAll(".pile:enabled"), null]) {
    pile?.click();
    win = document.querySelector(".move.wins");
    if (win) break;
  }
  (win ?? document.querySelector(".move")).click();
}
told.push(status());
const moves = part("log").children.length;
part("undo").click();
told.push(part("log").children.length < moves ? "undone" : "not undone");
part("first").checked = true;
part("new").click();
told.push(part("log").children.length === 1 ? "the program began" : "it did not begin");
told.push(part("why").textContent);
const svg = document.querySelector("figure.picture svg");
if (svg) {
  const before = svg.getAttribute("viewBox");
  document.querySelector("button[data-zoom=in]").click();
  told.push(svg.getAttribute("viewBox") === before ? "not zoomed" : "zoomed");
  document.querySelector("button[data-zoom=all]").click();
  told.push(svg.getAttribute("viewBox") === before ? "whole" : "not whole");
}
const map = [...document.querySelectorAll("figure.picture")].find((figure) => figure.querySelector("script"));
if (map) {
  const image = map.querySelector("image");
  const sheet = map.querySelector("svg");
  const box = sheet.getBoundingClientRect();
  const scale = box.width / sheet.viewBox.baseVal.width;
  // The middle of the lower left square.
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(image.getAttribute(name)));
  const data = JSON.parse(map.querySelector("script").textContent);
  const at = [x + width / data.across.count / 2, y + height - height / data.up.count / 2];
  sheet.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + at[0] * scale, clientY: box.top + at[1] * scale }));
  told.push(map.querySelector(".tip").textContent);
  map.querySelector(".sheet").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  told.push(map.querySelector(".tip").textContent);
}
const result = document.createElement("template");
result.id = "told";
result.dataset.told = JSON.stringify(told);
document.body.append(result);
</script>
"#;

/// How long a browser may take for a page, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the clicks told in a headless browser; `None` where there is none that runs.
fn browse(folder: &Path, page: &str) -> Option<Vec<String>> {
    let browser = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find_map(tool)?;
    let file = folder.join("page.html");
    std::fs::write(&file, page.replace("</body>", &format!("{CLICKS}</body>"))).unwrap();
    let mut child = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("file://{}", file.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdout = child.stdout.take().expect("a pipe");
    let (sender, dom) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut dom = Vec::new();
        let _ = stdout.read_to_end(&mut dom);
        let _ = sender.send(dom);
    });
    let dom = dom.recv_timeout(PATIENCE);
    let _ = child.kill();
    let _ = child.wait();
    let dom = String::from_utf8(dom.ok()?).expect("UTF-8");
    if dom.trim().is_empty() {
        // The browser itself does not run here.
        return None;
    }
    let told = between(&dom, "data-told=\"", "\"");
    let told = told
        .first()
        .unwrap_or_else(|| panic!("the page's scripts did not run: {}", dom.len()));
    let told = told
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
    Some(serde_json::from_str(&told).unwrap())
}

#[test]
fn the_page_in_a_browser() {
    let folder = std::env::temp_dir().join(format!("nimrule-report-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut session = session();
    for (game, start, end, tip) in [
        ("nim", "nim[5, 9, 11]", "You win.", None),
        ("nim", "nim[2, 4, 6]", "The program wins.", None),
        (
            "wythoff",
            "wythoff[(7, 12)]",
            "You win.",
            Some([
                "a = 0, b = 0: Grundy value 0, a P-position",
                "a = 1, b = 0: Grundy value 1",
            ]),
        ),
        ("chomp", "chomp[[3, 3, 3]]", "You win.", None),
        (
            "misere(kayles)",
            "misere(kayles)[4]",
            "The program wins.",
            Some([
                "first pile = 0, second pile = 0: N-position",
                "first pile = 1, second pile = 0: P-position",
            ]),
        ),
    ] {
        let page = page(&facts(&mut session, game, Some(start)));
        let Some(told) = browse(&folder, &page) else {
            eprintln!("there is no browser, so the page is not tested in one");
            return;
        };
        let winner = if end == "You win." {
            "You can win."
        } else {
            "this is lost"
        };
        assert!(told[0].contains(winner), "{game}: {told:?}");
        assert!(told[1].ends_with(end), "{game}: {told:?}");
        assert_eq!(
            told[2..4],
            ["undone", "the program began"],
            "{game}: {told:?}"
        );
        assert!(!told[4].is_empty());
        if told.len() > 5 {
            assert_eq!(told[5..7], ["zoomed", "whole"], "{game}: {told:?}");
        }
        if let Some(tip) = tip {
            assert_eq!(told[7..9], tip, "{game}: {told:?}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
