//! The site of a folder of rule files.

use std::path::Path;

use super::between;
use super::browser::{browse, browser};
use crate::program::{Folder, err, nimrule, out};

const NIM: &str = "# Nim (Bouton 1901), with <b>any</b> & all.\n\ngame nim \"Nim\" { take any }\n";
const BROKEN: &str = "game x {\n    tak 1\n}\n";

fn write(folder: &Folder, files: &[(&str, &str)]) {
    for (name, text) in files {
        folder.write(name, text);
    }
}

/// How the gallery of `from` in `to`, below a folder, ends, and what it says.
fn gallery(folder: &Folder, from: &str, to: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let mut command = nimrule(&["gallery", from, "-o", to]);
    let output = command.args(more).current_dir(folder.path()).output();
    let output = output.unwrap();
    (output.status.code(), out(&output), err(&output))
}

/// What stands before and behind the parts that begin and end so, which are long.
fn without(page: &str, open: &str, close: &str) -> String {
    let mut parts = page.split(open);
    let mut left = parts.next().unwrap().to_owned();
    for part in parts {
        let (_, behind) = part.split_once(close).unwrap();
        left += &format!("{open}…{close}{behind}");
    }
    left
}

#[test]
fn a_small_site() {
    let folder = Folder::new();
    write(
        &folder,
        &[
            ("in/b/nim.nimrule", NIM),
            ("in/nim.nimrule", "game nim { take any }\n"),
            (
                "in/a/many games.nimrule",
                "# Two of them.\ngame one(k) { take 1..k }\n\n# The other,\n# <i>& rows.\ngame \
                 two \"<script>alert(1)</script>\" { pile r[]  move r -> r[1..] where len(r) > 0 }\nexpect \
                 grundy(one(2)[2]) == 2\n",
            ),
            ("in/a/bäd & <c>.nimrule", BROKEN),
            (
                "in/claims.nimrule",
                "use \"kayles\"\nexpect grundy(kayles[1]) == 1\n",
            ),
        ],
    );
    let (code, out, err) = gallery(&folder, "in", "out/site", &[]);
    assert_eq!(out, "4 games in out/site/index.html, without 1 file\n");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("in/a/bäd & <c>.nimrule:2:5"), "{err}");

    let index = folder.read("out/site/index.html");
    for (open, close) in [
        ("<style", "</style>"),
        ("<svg", "</svg>"),
        ("<script>", "</script>"),
    ] {
        assert_eq!(index.matches(open).count(), index.matches(close).count());
    }
    assert_eq!(index.matches("<script>").count(), 1);
    let shown = without(&index, "<svg", "</svg>");
    let shown = without(
        &without(&shown, "<style", "</style>"),
        "<script>",
        "</script>",
    );
    insta::assert_snapshot!(shown.replace("><", ">\n<"));

    // Every link leads to a page, and every page back.
    let links = between(&index, "<h3><a href=\"", "\"");
    assert_eq!(
        links,
        [
            "games/nim/nim.html",
            "games/a/many%20games/one.html",
            "games/a/many%20games/two.html",
            "games/b/nim/nim.html",
        ]
    );
    for link in links {
        let page = folder.read(&format!("out/site/{}", link.replace("%20", " ")));
        let back = between(&page, "<nav><a href=\"", "\"")[0].to_owned();
        assert_eq!(back.matches("../").count(), link.matches('/').count());
        assert!(back.ends_with("/index.html"));
        assert!(page.contains("Content-Security-Policy"));
        assert!(!page.contains("<script>alert") && !page.contains("<i>& rows"));
    }
    let two = folder.read("out/site/games/a/many games/two.html");
    assert!(two.contains("<p>The other, &lt;i&gt;&amp; rows.</p>"));

    // What is ours is written over.
    let (code, ..) = gallery(&folder, "in", "out/site", &[]);
    assert_eq!(code, Some(2));
    assert_eq!(folder.read("out/site/index.html"), index);
}

/// Folders, where their sites are to be, and what is said of that.
const SITES: &[(&str, &str, &str, &str)] = &[
    ("none", "site", "", "cannot read `none`: there is no such"),
    ("file", "site", "", "cannot read `file`: "),
    (
        "empty",
        "site",
        "",
        "the directory `empty` has no rule files",
    ),
    ("", "site", "", "cannot read ``"),
    ("good", "file", "", "cannot make the folder `file`"),
    (
        "good",
        "file/site",
        "",
        "cannot make the folder `file/site`",
    ),
    (
        "good",
        "taken",
        "",
        "there is a file `taken/index.html` already",
    ),
    #[cfg(target_os = "linux")]
    (
        "good",
        "/proc/site",
        "",
        "cannot make the folder `/proc/site`",
    ),
    (
        "broken",
        "of_broken",
        "0 games in of_broken/index.html, without 1 file\n",
        "`tak` is not",
    ),
    (
        "good",
        "partly",
        "0 games in partly/index.html, without 1 file\n",
        "`partly/games/nim/nim.html` already",
    ),
    ("good", "good", "1 game in good/index.html\n", ""),
    ("good", "good/site", "1 game in good/site/index.html\n", ""),
    ("./good/", "again", "1 game in again/index.html\n", ""),
];

#[test]
fn folders_that_are_none_and_sites_that_cannot_be() {
    let folder = Folder::new();
    write(
        &folder,
        &[
            ("good/nim.nimrule", NIM),
            ("empty/note.txt", ""),
            ("broken/x.nimrule", BROKEN),
            ("file", ""),
            ("taken/index.html", "mine"),
            ("partly/games/nim/nim.html", "mine"),
        ],
    );
    for (from, to, out, err) in SITES {
        let code = if err.is_empty() { 0 } else { 2 };
        let (found, shown, complaint) = gallery(&folder, from, to, &[]);
        let case = format!("{from} {to}: {complaint}");
        assert_eq!((found, shown.as_str()), (Some(code), *out), "{case}");
        assert!(complaint.contains(err), "{case}");
        assert_eq!(complaint.is_empty(), err.is_empty(), "{case}");
    }
    for mine in ["taken/index.html", "partly/games/nim/nim.html"] {
        assert_eq!(folder.read(mine), "mine");
    }
    assert!(!folder.path().join("site").exists());
    let left_out = folder.read("of_broken/index.html");
    assert!(left_out.contains("<code>x.nimrule</code>: line 2: `tak`"));
    assert!(folder.read("again/index.html").contains("<h1>good</h1>"));
}

#[test]
fn what_takes_too_long_has_what_was_found() {
    let folder = Folder::new();
    let slow = "game slow { split into 3.. unequal }\n";
    write(&folder, &[("in/a.nimrule", slow), ("in/nim.nimrule", NIM)]);
    let more = ["--max-time", "60ms", "--json"];
    let (code, out, err) = gallery(&folder, "in", "site", &more);
    assert_eq!(code, Some(3), "{out}{err}");
    assert!(out.contains("`slow` of `in/a.nimrule`: "), "{out}");
    assert!(
        out.ends_with("{\"file\":\"site/index.html\",\"games\":2,\"left_out\":[]}\n"),
        "{out}"
    );
    assert!(
        folder
            .read("site/games/a/slow.html")
            .contains("Not worked out here: ")
    );

    let args = [
        "report",
        "in/a.nimrule",
        "-o",
        "a.html",
        "--max-time",
        "60ms",
    ];
    let report = nimrule(&args).current_dir(folder.path()).output().unwrap();
    assert_eq!(report.status.code(), Some(3));
    assert!(folder.read("a.html").contains("Not worked out here: "));
}

/// Searches, and looks at what is left and whether it fits.
const SEARCH: &str = r#"
const field = document.querySelector("input[type=search]");
const titles = () => [...document.querySelectorAll(".card:not([hidden]) h3")].map((it) => it.textContent).join(", ");
for (const text of ["", "bouton", "RYUO  corner", "no such game"]) {
  field.value = text;
  field.dispatchEvent(new Event("input"));
  told.push(`${document.getElementById("count").textContent}: ${titles()}`);
}
field.value = "";
field.dispatchEvent(new Event("input"));
told.push(document.documentElement.scrollWidth <= document.documentElement.clientWidth ? "fits" : "too wide");
"#;

#[test]
fn the_search_in_a_browser() {
    let Some(browser) = browser() else { return };
    let folder = Folder::new();
    let example = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("examples")
            .join(name);
        std::fs::read_to_string(path).unwrap()
    };
    let ryuo = example("board/ryuo_nim.nimrule");
    write(
        &folder,
        &[("in/nim.nimrule", NIM), ("in/r/ryuo.nimrule", &ryuo)],
    );
    let (code, _, err) = gallery(&folder, "in", "site", &[]);
    assert_eq!(code, Some(0), "{err}");
    let told = browse(
        &browser,
        folder.path(),
        &folder.read("site/index.html"),
        SEARCH,
    );
    assert_eq!(
        told,
        [
            "2 games: Nim, Ryūō Nim",
            "1 of 2 games: Nim",
            "1 of 2 games: Ryūō Nim",
            "0 of 2 games: ",
            "fits",
        ]
    );
}
