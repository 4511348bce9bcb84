//! The page in a headless browser: a person plays on it, zooms and reads its pictures.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::tools::{output, tool};
use super::{between, facts, session};
use crate::program::Folder;

/// Plays in the page by clicks on its piles: asks for the good moves, makes one after the other, and looks at what is said.
const CLICKS: &str = r#"
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const status = () => part("status").textContent;
told.push(status());
for (let turn = 0; turn < 60 && !/no move is left|third time/.test(status()); turn++) {
  const log = part("log").children.length;
  part("hint").click();
  // A move may need several parts; the same part again says that there are no more.
  for (let click = 0; click < 3 && part("log").children.length === log; click++) {
    const choice = part("choice").querySelector(".move.good") ?? part("choice").querySelector(".move");
    (choice ?? document.querySelector(".part.good") ?? document.querySelector(".move.good") ?? document.querySelector(".part:enabled") ?? document.querySelector(".move")).click();
  }
}
told.push(status());
const moves = part("log").children.length;
part("undo").click();
told.push(part("log").children.length < moves ? "undone" : "not undone");
part("first").checked = true;
part("new").click();
told.push(part("log").children.length === 1 ? "the program began" : "it did not begin");
told.push(part("why").textContent);
const canvas = document.querySelector("figure.picture canvas");
if (canvas) {
  const before = canvas.toDataURL();
  document.querySelector("button[data-zoom=in]").click();
  told.push(canvas.toDataURL() === before ? "not zoomed" : "zoomed");
  document.querySelector("button[data-zoom=all]").click();
  told.push(canvas.toDataURL() === before ? "whole" : "not whole");
} else told.push("zoomed", "whole"); // A graph is shown as it is.
told.push(document.documentElement.scrollWidth <= document.documentElement.clientWidth ? "fits" : "too wide");
// Nothing that is drawn leaves the picture: neither the legend nor the board.
const hidden = [...document.querySelectorAll(".legend span, .part, canvas")].filter((it) => it.getBoundingClientRect().right > innerWidth);
told.push(hidden.length === 0 ? "seen" : `${hidden.length} are hidden`);
const press = (figure, key) => {
  figure.querySelector(".sheet").dispatchEvent(new KeyboardEvent("keydown", { key }));
  return figure.querySelector(".tip").textContent;
};
for (const figure of document.querySelectorAll("figure.picture")) {
  told.push(press(figure, "ArrowRight"), press(figure, "ArrowRight"));
}
const map = [...document.querySelectorAll("figure.picture.live")].find((figure) => !/"sizes"/.test(figure.querySelector("script").textContent));
if (map) {
  // The nearest square is read.
  const box = map.querySelector("canvas").getBoundingClientRect();
  map.querySelector("canvas").dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + 2, clientY: box.bottom - 2 }));
  told.push(map.querySelector(".tip").textContent);
}
"#;

/// Hands on what a script has told.
const TELL: &str = r#"
const result = document.createElement("template");
result.id = "told";
result.dataset.told = JSON.stringify(told);
document.body.append(result);
"#;

/// What a script at the end of a page adds to `told`, in an element that has it as `data-told`.
pub fn browse(browser: &Path, folder: &Path, page: &str, script: &str) -> Vec<String> {
    let file = folder.join("page.html");
    let script = format!("<script>const told = [];{script}{TELL}</script></body>");
    std::fs::write(&file, page.replace("</body>", &script)).unwrap();
    let mut command = Command::new(browser);
    command
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--window-size=360,740",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("file://{}", file.display()));
    let dom = output(&mut command, "");
    let told = between(&dom, "data-told=\"", "\"");
    let told = told
        .first()
        .unwrap_or_else(|| panic!("the page's scripts did not run: {} bytes", dom.len()));
    let told = told
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
    serde_json::from_str(&told).unwrap()
}

/// A browser, where there is one.
pub fn browser() -> Option<PathBuf> {
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let found = names.into_iter().find_map(tool);
    if found.is_none() {
        eprintln!("there is no browser, so the page is not tested in one");
    }
    found
}

#[test]
fn the_page_in_a_browser() {
    let Some(browser) = browser() else { return };
    let folder = Folder::new();
    let mut session = session();
    for (game, start, end, reads) in [
        (
            "nim",
            "nim[5, 9, 11]",
            "You win.",
            &["g(0) = 0, a P-position", "g(1) = 1"][..],
        ),
        ("nim", "nim[2, 4, 6]", "The program wins.", &[]),
        (
            "wythoff",
            "wythoff[(7, 12)]",
            "You win.",
            &[
                "a = 0, b = 0: Grundy value 0, a P-position",
                "a = 1, b = 0: Grundy value 1",
                "a = 0, b = 0: P-position",
                "a = 1, b = 0: N-position",
            ],
        ),
        ("chomp", "chomp[[3, 3, 3]]", "You win.", &[]),
        (
            "misere(kayles)",
            "misere(kayles)[4]",
            "The program wins.",
            &[
                "first pile = 0, second pile = 0: N-position",
                "first pile = 1, second pile = 0: P-position",
            ],
        ),
        (
            "trip",
            "trip[6]",
            "You win.",
            &[
                "first pile = 0, second pile = 0: P-position",
                "first pile = 1, second pile = 0: N-position",
            ],
        ),
        ("trip", "trip[4]", "a draw.", &[]),
    ] {
        let page = facts(&mut session, game, Some(start)).page();
        let told = browse(&browser, folder.path(), &page, CLICKS);
        let prospect = match end {
            "You win." => "You can win.",
            "a draw." => "this is a draw",
            _ => "this is lost",
        };
        assert!(told[0].contains(prospect), "{game}: {told:?}");
        assert!(told[1].ends_with(end), "{game}: {told:?}");
        assert_eq!(
            told[2..4],
            ["undone", "the program began"],
            "{game}: {told:?}"
        );
        assert!(!told[4].is_empty());
        assert_eq!(
            told[5..9],
            ["zoomed", "whole", "fits", "seen"],
            "{game}: {told:?}"
        );
        assert_eq!(&told[9..9 + reads.len()], reads, "{game}: {told:?}");
        // The pointer is put on the first square of a board.
        if let [.., last] = reads
            && last.starts_with(['a', 'f'])
        {
            assert_eq!(told.last().map(String::as_str), Some(reads[0]), "{told:?}");
        }
    }
}
