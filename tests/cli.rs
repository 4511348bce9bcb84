//! The program from outside: arguments, outputs, exit codes.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::program::{Folder, complains, ends, err, fed, nimrule, out, run, run_with, says};

/// The JSON objects of the output, one a line.
fn objects(output: &Output) -> Vec<Value> {
    out(output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object on each line"))
        .collect()
}

/// The one JSON object that the program answers with these arguments.
fn answer(args: &[&str]) -> Value {
    let [object] = objects(&run(args)).try_into().expect("one object");
    object
}

/// Arguments, exit code, what standard output and standard error hold.
const ENDS: &[(&[&str], i32, &str, &str)] = &[
    (
        &["-e", "take 1..3", "solve", "5"],
        2,
        "",
        "`nimrule solve -e 'take 1..3' 5`",
    ),
    (
        &["period", "-e", "take 1, 3..", "--json"],
        0,
        "\"saltus\":2,\"proven\":true,\"theorem\":\"the pigeonhole principle\",\"max\":null",
        "",
    ),
    (
        &["check", "-e", "take k² for k in 1.."],
        2,
        "",
        "a square is a product: `k * k`",
    ),
    // Intervals that a move cuts in two, of which few are reached, but very many sums; both are worth 3.
    (
        &[
            "eval",
            "-q",
            "-e",
            "game cut { pile (l, r) move (l, r) -> [(l, i), (i + 2, r)] for i in l..r - 2 }",
            "winner(cut[(0, 100), (0, 10)])",
        ],
        0,
        "second",
        "",
    ),
    (&["slove", "nim", "3"], 2, "", "did you mean `solve`?"),
    (&["conjecture"], 2, "", "`nimrule eval 'conjecture(nim)'`"),
    (
        &["take", "1", "to", "3"],
        2,
        "",
        "`nimrule describe -e 'take 1 to 3'`",
    ),
    (
        &["players", "take", "1", "to", "3", "stones"],
        2,
        "",
        "`nimrule describe -e 'players take 1 to 3 stones'`",
    ),
    (
        &["gallery", "examples"],
        2,
        "",
        "`nimrule gallery --output <SITE> <FOLDER>`",
    ),
    (
        &["solve", "kayles", "3", "--jsn"],
        2,
        "",
        "`nimrule solve` has no option `--jsn`",
    ),
    // A pile of 4k + 3 is worth 4k + 4 in Lasker's Nim.
    (
        &[
            "eval",
            "-e",
            "take any split into 2",
            "grundy(rule[9223372036854775807])",
        ],
        2,
        "",
        "the Grundy value is 9223372036854775808",
    ),
    (
        &["solve", "nim", "4; 3"],
        0,
        "nim[4, 4, 4]   the first player wins (an N-position), Grundy value 4",
        "",
    ),
    // Each condition of the move holds where it changes nothing.
    (
        &[
            "solve",
            "-e",
            "pile n  move n -> n - k for k in 0..3 where n > 0",
            "5",
        ],
        2,
        "",
        "let what it chooses begin at 1",
    ),
    (
        &["solve", "nim", "[3,", "5,", "6]"],
        0,
        "nim[3, 5, 6]   the second player wins (a P-position), Grundy value 0",
        "",
    ),
    (
        &["solve", "wythoff", "[(3, 5), (1, 2)]"],
        0,
        "wythoff[(3, 5), (1, 2)]   the second player wins (a P-position), Grundy value 0",
        "",
    ),
    (
        &["solve", "chomp", "[3, 2]"],
        0,
        "chomp[[3, 2]]   the second player wins (a P-position)",
        "",
    ),
    (
        &[
            "report",
            "-e",
            "game a { take 1..2 }  game b { take 1..3 }",
            "a",
            "--start",
            "b[5]",
        ],
        2,
        "",
        "the page is about a, and its board cannot begin with piles of b",
    ),
    (
        &["report", "wythoff", "--start", "nim[3]"],
        2,
        "",
        "the page is about wythoff, and its board cannot begin with piles of nim",
    ),
    (
        &["--engine", "moore", "solve", "kayles", "3"],
        2,
        "",
        "the engine `moore` does not apply to kayles",
    ),
    // The nim-sum of 5, 9 and 11 is 7, and 5 xor 7 = 2.
    (
        &["solve", "nim", "5", "9", "11"],
        0,
        "the first player wins (an N-position), Grundy value 7",
        "",
    ),
    (
        &["solve", "nim", "5", "9", "11"],
        0,
        "take 3 from the pile of 5",
        "",
    ),
    (&["solve", "nim", "nim[5, 9, 11]"], 0, "nim[2, 9, 11]", ""),
    (
        &["solve", "examples/classic/nim.nimrule", "5", "9", "11"],
        0,
        "nim[2, 9, 11]",
        "",
    ),
    (
        &["solve", "nim", "2", "4", "6"],
        0,
        "the second player wins (a P-position), Grundy value 0",
        "",
    ),
    (&["solve", "nim", "2", "4", "6"], 0, "No winning move", ""),
    (&["solve", "nim", "nim[]"], 0, "the second player wins", ""),
    // What names bundled games only needs no file; piles alone are those of Nim.
    (&["solve", "kayles[5, 8]"], 0, "kayles[4, 8]", ""),
    (
        &["solve", "bounded(3)", "8"],
        0,
        "bounded(3)[8]   the second",
        "",
    ),
    (
        &["solve", "bounded", "bounded(4)", "8"],
        0,
        "bounded(4)[5]",
        "",
    ),
    (
        &["solve", "misere(nim)[1, 1, 2]"],
        0,
        "misere(nim)[1, 1, 1]",
        "",
    ),
    (&["solve", "5", "9", "11"], 0, "nim[2, 9, 11]", ""),
    (
        &["solve", "8", "--game", "bounded(3)"],
        0,
        "bounded(3)[8]",
        "",
    ),
    (&["eval", "xor(3, 5)"], 0, "6\n", ""),
    (&["eval", "grundy(kayles[5])"], 0, "4\n", ""),
    (
        &["describe", "misere(nim)"],
        0,
        "makes the last move loses",
        "",
    ),
    (&["play", "nim[1, 2]"], 0, "nim[1, 2]   you begin", ""),
    (&["solve", "kayle[5]"], 2, "", "did you mean `kayles`?"),
    (&["solve", "kayles"], 2, "", "a POSITION is needed"),
    (&["solve"], 2, "", "which rules?"),
    (&["solve", ""], 2, "", "the first word is empty"),
    (&["solve", "kayles", ""], 2, "", "a POSITION is needed"),
    (
        &[
            "solve",
            "bounded",
            "bounded(4)",
            "8",
            "--game",
            "bounded(3)",
        ],
        2,
        "",
        "what is `bounded(4)`?",
    ),
    (&["period", ".77"], 0, "octal 0.77   period 12", ""),
    (&["period", "kayles", "5", "8"], 2, "", "`5 8` is no game"),
    (&["period", "0.7x"], 2, "", "has the digits 0 to 7"),
    (
        &["values", "kayles", "nim"],
        2,
        "",
        "`kayles` and `nim` are several games",
    ),
    (
        &["survey", "kayles", "nim", "--to", "100"],
        0,
        "{\"game\":\"kayles\"",
        "",
    ),
    (&["eval", "kayles"], 2, "", "EXPR"),
    (&["values", "kayles", "20"], 2, "", "`--to 20` lists"),
    (
        &["values", "wythoff"],
        2,
        "",
        "`table(wythoff, 0..7, 0..7)`",
    ),
    (&["values", "take", "1..3"], 2, "", "`-e 'take 1..3'`"),
    (&["plan", "kayles", "5", "8"], 0, "engine  sparse", ""),
    (&["plan", "kayles[5, 8]"], 0, "engine  sparse", ""),
    (
        &["plan", "0.07", "--json"],
        0,
        "{\"game\":\"octal 0.07\"",
        "",
    ),
    (
        &["plan", "nim", "3", "--json"],
        0,
        "{\"position\":\"nim[3]\",\"plan\":",
        "",
    ),
    (&["export", "kayles", "--lang", "C++"], 0, "#include", ""),
    (&["export", "kayles", "--lang", "RUST"], 0, "fn grundy", ""),
    (
        &["export", "nim", "javascript"],
        2,
        "",
        "`cpp`, `python` and `rust`",
    ),
    (&["games", "coins", "TURN"], 0, "mock_turtles ", ""),
    (&["games", "coins", "chess"], 2, "", "`coins chess`"),
    (
        &["test", "--force"],
        2,
        "",
        "`--force` goes with `--update`",
    ),
    (
        &["solve", "kayles", "--misere", "5"],
        2,
        "",
        "misere(kayles)[5, 8]",
    ),
    (&["plot", "kayles", "--svg"], 2, "", "`-o kayles.svg`"),
    (&["export", "kayles", "--python"], 2, "", "`--lang python`"),
    (&["values", "kayles", "--max", "9"], 2, "", "`--to`"),
    (
        &["who", "wins", "kayles", "5"],
        2,
        "",
        "`nimrule solve kayles 5`",
    ),
    (
        &["take 1 to 3", "21"],
        2,
        "",
        "`nimrule solve -e 'take 1 to 3' 21`",
    ),
    (&["list"], 2, "", "`nimrule games`"),
    (&["kayles", "values"], 2, "", "`nimrule values kayles`"),
    (
        &["kayles", "explain", "5", "8"],
        2,
        "",
        "`nimrule explain kayles 5 8`",
    ),
    (
        &["check", "-e", "take 1 or foo"],
        2,
        "",
        "nothing is called `foo`",
    ),
    (
        &["check", "-e", "take 1 or half"],
        2,
        "",
        "half of a pile of `n`, rounded down, is `n / 2`",
    ),
    (
        &["describe", "-e", "Subtraction game with set {1,3,4}"],
        0,
        "rule: a turn takes 1, 3 or 4 from one pile",
        "read as game rule { take [1,3,4] }",
    ),
    (&["survey", "--codes", "f", "nim"], 2, "", "name no others"),
    (&["survey", "--codes"], 2, "", "`--codes codes.txt`"),
    (
        &["survey", "-e", "game g(k) { take 1..k }"],
        2,
        "",
        "no game without parameters",
    ),
    // Places count in what was written.
    (&["check", "-e", "take foo"], 2, "", "[-e:1:6]"),
    (&["check", "-e", "take 1 # for all"], 0, "no mistakes", ""),
    (
        &["solve", "-e", "misère nim", "5"],
        0,
        "misere(nim)[5] ",
        "",
    ),
    (
        &["solve", "-e", "Nim with piles of 3, 5 and 7"],
        0,
        "nim[3, 5, 7] ",
        "",
    ),
    (
        &["solve", "-e", "Wythoff with 5 and 8"],
        0,
        "wythoff[(5, 8)] ",
        "",
    ),
    (&["solve", "-e", "Lasker's Nim", "3"], 0, "lasker[3] ", ""),
    (
        &["solve", "-e", "Dawson's chess", "9"],
        0,
        "dawsons_chess[9] ",
        "",
    ),
    (
        &["solve", "-e", "Nim with heaps 3, 4, 5. Last player loses."],
        0,
        "misere(nim)[3, 4, 5] ",
        "",
    ),
    (
        &["solve", "-e", "Who wins Nim 3 5 7?"],
        0,
        "nim[3, 5, 7] ",
        "",
    ),
    (
        &["solve", "-e", "take 1 to 3 from 20"],
        0,
        "rule[20] ",
        "read as game rule",
    ),
    (
        &["solve", "-e", "eat 1 or 2 sweets from a bag of 10"],
        0,
        "rule[10] ",
        "read as game rule",
    ),
    (
        &[
            "solve",
            "-e",
            "Start with 31. Each player subtracts 1-6. The one who gets to 0 wins.",
        ],
        0,
        "rule[31]   the first",
        "read as game rule",
    ),
    (
        &[
            "solve",
            "-e",
            "Start with 13 sticks, take 1 to 3. Whoever is forced to take the last stick is the loser.",
        ],
        0,
        "rule[13]   the second",
        "read as game rule",
    ),
    (
        &["solve", "-e", "take 1 to 4 out of 100"],
        0,
        "rule[100]   the second",
        "read as game rule",
    ),
    (
        &[
            "solve",
            "-e",
            "Two players are playing a game with 20 stones. In a single move, a player can remove either 2, 3, or 5 stones from the game board. If a player is unable to make a move, that player loses the game.",
        ],
        0,
        "rule[20]   the first",
        "read as game rule",
    ),
    (
        &[
            "solve",
            "-e",
            "Player 1 always plays first, and the two players move in alternating turns. A player can remove 2, 3 or 5 stones.",
            "8",
        ],
        0,
        "rule[8]   the second",
        "read as game rule",
    ),
    (
        &[
            "solve",
            "-e",
            "You are playing the following Nim Game with your friend: Initially, there is a heap of stones on the table. You and your friend will alternate taking turns, and you go first. On each turn, the person whose turn it is will remove 1 to 3 stones from the heap. The one who removes the last stone is the winner.",
            "8",
        ],
        0,
        "rule[8]   the second",
        "read as game rule { take 1..3 }",
    ),
    (
        &[
            "solve",
            "-e",
            "Alice and Bob take turns playing a game, with Alice starting first. Initially, there are n stones in a pile. On each player's turn, that player makes a move consisting of removing any non-zero square number of stones in the pile. Also, if a player cannot make a move, he/she loses the game.",
            "17",
        ],
        0,
        "rule[17]   the second",
        "read as game rule { take k where square(k) }",
    ),
    (
        &[
            "solve",
            "-e",
            "There're 10 stones. Take 1 to 3. Who wins with 12",
        ],
        0,
        "rule[12]   the second",
        "read as game rule { take 1..3 }",
    ),
    // Another rule behind the name is not dropped.
    (
        &["solve", "-e", "Nim with heaps 3, 4, 5. Take 1 or 2."],
        2,
        "",
        "nimrule::",
    ),
    (
        &["solve", "-e", "Nim with heaps 3, 4, 5. You may pass."],
        2,
        "",
        "nimrule::",
    ),
    (
        &["describe", "-e", "take 1..limit"],
        2,
        "",
        "define it with `let limit = …`",
    ),
    (
        &["describe", "-e", "take 1 mark"],
        2,
        "",
        "amounts are `any`",
    ),
    (
        &[
            "solve",
            "-e",
            "Starting with 1, players add 1 to 10; whoever reaches 100 wins. Who wins?",
        ],
        0,
        "rule[1]   the second",
        "read as game rule",
    ),
    // How many piles there are is no size.
    (
        &["solve", "-e", "Nim with 3 heaps"],
        2,
        "",
        "name it with its piles",
    ),
    (
        &["solve", "-e", "kayles and nim 3"],
        2,
        "",
        "is a bundled game",
    ),
    (&["values", "-e", "0.37", "--to", "3"], 0, "0  1  2  0", ""),
    (
        &["describe", "-e", "Hackenbush"],
        2,
        "",
        "did you mean `green_hackenbush`?",
    ),
    (
        &["period", "dawson"],
        2,
        "",
        "did you mean `dawson_kayles` or `dawsons_chess`?",
    ),
    (
        &["-e", "take 2", "9"],
        2,
        "",
        "`nimrule describe -e 'take 2'`",
    ),
    (
        &["solve", "kayles", "5", "4", "misere"],
        0,
        "misere(kayles)[5, 4] ",
        "",
    ),
    (
        &["solve", "misère", "kayles", "5", "4"],
        0,
        "misere(kayles)[5, 4] ",
        "",
    ),
    (&["solve", "nim", "3+5+7"], 0, "nim[3, 5, 7] ", ""),
    (&["eval", "-e", "nim", "grundy(nim[5])"], 0, "5\n", ""),
    (
        &["values", "subtraction(1,3,4)"],
        2,
        "",
        "write `subtraction([1,3,4])`",
    ),
    (
        &["quotient", "kayles"],
        0,
        "kayles   misère quotient of all piles: 40 elements",
        "",
    ),
    (
        &["quotient", "kayles", "--to", "12"],
        0,
        "kayles   misère quotient of the piles up to 12: 24 elements",
        "",
    ),
    (
        &["check", "-e", "misère nim"],
        2,
        "",
        "`nim` is not a word of the language",
    ),
    (&["check", "-e", "game g { take foo }"], 2, "", "[-e:1:15]"),
    // A code is a game. 0.77 is Kayles, and 0.8F an amount of 1 that leaves three piles, or of 2 that leaves up to three.
    (
        &["period", "0.77"],
        0,
        "octal 0.77   period 12 from n = 71 on",
        "",
    ),
    (&["period", "octal 0.07"], 0, "period 34 from n = 53 on", ""),
    (
        &["period", "octal", "0.07"],
        0,
        "period 34 from n = 53 on",
        "",
    ),
    (&["describe", "0.8F"], 0, "hex 0.8F: ", ""),
    // So is one without a name, and every bundled game.
    (&["eval", "period(octal 0.77)"], 0, "(12, 71)", ""),
    (&["solve", "octal 0.77[5, 8]"], 0, "octal 0.77[4, 8]", ""),
    (
        &["solve", "game { take 1..3 }", "5", "8"],
        0,
        "game { take 1..3 }[5, 8]   the first",
        "",
    ),
    (
        &["values", "game { take 1..3 }", "--json"],
        0,
        r#"{"game":"game { take 1..3 }""#,
        "",
    ),
    (
        &["solve", "turning_turtles", "3", "5"],
        0,
        "turning_turtles[3, 3]",
        "",
    ),
    (
        &["solve", "coin_turning", "3", "5"],
        2,
        "",
        "turning_turtles, mock_turtles, triplets",
    ),
    (&["genus", "kayles"], 0, "  12   4^{046}", ""),
    (
        &["genus", "kayles", "5", "3"],
        0,
        "kayles[5, 3]   genus 7^{57}",
        "",
    ),
    (&["misere", "0.77"], 2, "", "'misere(octal 0.77)[5, 8]'"),
    (
        &["values", "kayles", "--to", "ten"],
        2,
        "",
        "`--to ten` does not fit",
    ),
    // A word that may begin with a sign is no option that is misspelt.
    (
        &["eval", "--load", "a", "b"],
        2,
        "",
        "`--load` does not fit",
    ),
    (&["eval", "--isqrt(4)"], 0, "2", ""),
    // Questions about a file know the bundled games.
    (
        &[
            "eval",
            "-e",
            "take 1..2",
            "[grundy(rule[5]), grundy(kayles[5])]",
        ],
        0,
        "[2, 4]",
        "",
    ),
    (
        &["plot", "kayles", "--kind", "x"],
        2,
        "",
        "it may be values, heat, losing, digits or graph",
    ),
    (
        &["survey", "octal", "2"],
        2,
        "",
        "`--octal 2` is all octal codes",
    ),
    (
        &["new", "no/such/mine"],
        2,
        "",
        "there is no folder `no/such`",
    ),
    (
        &["test", "-e", "expect period(octal 0.77) == (12, 71)"],
        0,
        "1 expectation holds",
        "",
    ),
    (&["solve", "0.77", "5", "8"], 0, "octal 0.77[4, 8]", ""),
    // So are rules that are given.
    (&["solve", "-e", "take 1..3", "5", "8"], 0, "rule[5, 5]", ""),
    (
        &["values", "-e", "game g { take 1..2 }"],
        0,
        "g   Grundy values of piles of 0..2",
        "",
    ),
    (
        &["eval", "-e", "take 1..3", "grundy(rule[7])"],
        0,
        "3\n",
        "",
    ),
    (
        &["play", "-e", "take 1..3", "5"],
        0,
        "rule[5]   you begin",
        "",
    ),
    (
        &["describe", "-e", "take k where k < 0"],
        2,
        "",
        "nimrule::never",
    ),
    (
        &["describe", "-e", "take any each turn 0 piles"],
        2,
        "",
        "nimrule::bad_count",
    ),
    (
        &["describe", "-e", "pile (a, b) take any"],
        2,
        "",
        "nimrule::needs_heap",
    ),
    (
        &["describe", "-e", "move n -> n - 1 where n > 0 and zz"],
        2,
        "",
        "nothing is called `zz`",
    ),
    (
        &["values", "-e", "take 1..x"],
        2,
        "",
        "nothing is called `x`",
    ),
    (&["values", "-e", "take 1..2", "3"], 2, "", "`3` is no game"),
    (
        &["solve", "bounded", "bounded(4)[8] + bounded(3)[7]"],
        0,
        "the second player wins",
        "",
    ),
    (
        &["solve", "bounded", "8", "--game", "bounded(4)"],
        0,
        "bounded(4)[8]",
        "",
    ),
    (&["explain", "nim", "5", "9", "11"], 0, "0111", ""),
    (
        &["line", "nim", "5", "9", "11"],
        0,
        "first: take 3 from the pile of 5, leaves nim[2, 9, 11]",
        "",
    ),
    (&["eval", "nim", "grundy(nim[5, 9, 11])"], 0, "7\n", ""),
    (&["eval", "nim", "-1 + 2"], 0, "1\n", ""),
    (
        &["values", "nim", "--to", "12"],
        0,
        "  10:  10  11  12\n",
        "",
    ),
    (
        &["values", "bounded", "bounded(4)", "--to", "5"],
        0,
        "bounded(4)",
        "",
    ),
    (&["plan", "nim"], 0, "nim", ""),
    (
        &["describe", "nim"],
        0,
        "nim: a turn takes any number from one pile. Whoever cannot move loses. From 5: 4, 3, 2, 1, 0.\n",
        "",
    ),
    (
        &["describe", "nim", "misere(nim)", "--json"],
        0,
        r#"{"game":"misere(nim)","rules":"misere(nim): a turn takes any number from one pile. Whoever makes the last move loses."#,
        "",
    ),
    (
        &["check", "nim"],
        0,
        "no mistakes\n  nim: a turn takes any number from one pile. Whoever cannot",
        "",
    ),
    (
        &["check", "nim", "--json"],
        0,
        r#""rules":["nim: a turn takes any number from one pile. Whoever cannot"#,
        "",
    ),
    (&["solve", "nim", "3", "--plan"], 0, "engine", ""),
    (
        &["solve", "nim", "3", "--engine", "plain"],
        0,
        "the first player wins",
        "",
    ),
    (
        &["check", "nim"],
        0,
        "nim: 1 game, 10 expectations, no mistakes",
        "",
    ),
    (
        &["check", "-e", "take 1..3"],
        0,
        "-e: 1 game, 0 expectations, no mistakes\n  rule: a turn takes 1, 2 or 3",
        "",
    ),
    (&["check"], 2, "", "FILE"),
    (&["test", "nim"], 0, "10 expectations hold\n", ""),
    (&["--help"], 0, "Exit codes", ""),
    (&["--version"], 0, "nimrule 0.", ""),
    (&["solve", "--help"], 0, "--all", ""),
    (&["period", "-h"], 0, "nimrule period 0.07", ""),
    (&["help", "values"], 0, "The largest pile", ""),
    (&["help", "take"], 0, "take any", ""),
    (
        &["help", "valus"],
        2,
        "",
        "did you mean `nimrule help values`?",
    ),
    (&["help"], 0, "Exit codes", ""),
    (&["games"], 0, "kayles            Kayles: bowl at", ""),
    (
        &["games", "Dudeney", "--json"],
        0,
        "{\"game\":\"kayles\",\"about\":\"Kayles",
        "",
    ),
    (&["games", "football"], 2, "", "`nimrule games` lists all"),
    (&["solve", "", "3"], 2, "", "the first word is empty"),
    (&["completions", "bash"], 0, "complete -F _nimrule", ""),
    (&["completions", "zsh"], 0, "#compdef nimrule", ""),
    (&["completions", "fish"], 0, "complete -c nimrule", ""),
    (
        &["completions", "powershell"],
        0,
        "Register-ArgumentCompleter",
        "",
    ),
    (&["completions", "elvish"], 0, "edit:completion", ""),
    (&["man"], 0, ".TH nimrule 1", ""),
    (&["man", "solve"], 0, ".TH nimrule-solve 1", ""),
    (
        &["man", "slove"],
        2,
        "",
        "did you mean `nimrule man solve`?",
    ),
    // Bad usage and bad input.
    (&["solve", "nim", "-1"], 2, "", "-1"),
    (&["solve", "nim", "1", "2", "x"], 2, "", "x"),
    (&["solve", "nim", "nim[3"], 2, "", "nimrule::unclosed"),
    (&["solve", "nim"], 2, "", "POSITION"),
    (&["solve", "nym", "3"], 2, "", "did you mean `nim`?"),
    (
        &["solve", "nowhere.nimrule", "3"],
        2,
        "",
        "there is no such file",
    ),
    (
        &["solve", "examples/classic/nimm.nimrule", "3"],
        2,
        "",
        "did you mean `examples/classic/nim.nimrule`?",
    ),
    (
        &["solve", "examples/classic", "3"],
        2,
        "",
        "it is a directory",
    ),
    (&["solve", "src/lib.rs", "3"], 2, "", "nimrule::"),
    (
        &["eval", "nim", "grundi(nim[3])"],
        2,
        "",
        "did you mean `grundy`?",
    ),
    (&["eval", "nim", ""], 2, "", "nimrule::"),
    (
        &["eval", "nim", "1 / 0"],
        2,
        "",
        "nimrule::division_by_zero",
    ),
    // Where no end is given: a period from 0 on is listed once, and of other games the first hundred.
    (&["values", "bounded"], 0, "piles of 0..3\n", ""),
    (
        &["values", "bounded"],
        0,
        "the first period ends here: g(n + 4) = g(n)",
        "",
    ),
    (&["values", "kayles"], 0, "piles of 0..82\n", ""),
    (&["values", "nim"], 0, "piles of 0..100\n", ""),
    (
        &["values", "nim", "--from", "200"],
        0,
        "piles of 200..300\n",
        "",
    ),
    (
        &["values", "nim", "--to", "3", "--from", "5"],
        2,
        "",
        "no piles from 5 to 3",
    ),
    (&["values", "nim", "--to", "-1"], 2, "", "-1"),
    (&["values", "nim", "nam", "--to", "3"], 2, "", "nam"),
    (&["values", "coin_turning", "--to", "3"], 2, "", "nimrule::"),
    (
        &["values", "nim", "--to", "3", "--engine", "steam"],
        2,
        "",
        "no engine is called `steam`",
    ),
    (
        &["values", "nim", "--to", "3", "--colour", "never"],
        2,
        "",
        "--color",
    ),
    (
        &["values", "nim", "--to", "3", "--max-memory", "lots"],
        2,
        "",
        "--max-memory",
    ),
    (
        &["values", "nim", "--to", "3", "--max-time", "1 day"],
        2,
        "",
        "no unit of time",
    ),
    (&["kayles"], 2, "", "`nimrule describe kayles`"),
    (&["kayles", "5", "8"], 2, "", "`nimrule solve kayles 5 8`"),
    (&["kayles[5, 8]"], 2, "", "`nimrule solve 'kayles[5, 8]'`"),
    (&["5", "8"], 2, "", "`nimrule solve nim 5 8`"),
    (&["0.77"], 2, "", "`nimrule period 0.77`"),
    (
        &["winner", "kayles", "5", "8"],
        2,
        "",
        "`nimrule eval 'winner(kayles[5, 8])'`",
    ),
    (
        &["grundy", "kayles", "5"],
        2,
        "",
        "`nimrule eval 'grundy(kayles[5])'`",
    ),
    (
        &["grundy", "0.77", "5", "8"],
        2,
        "",
        "`nimrule eval 'grundy(octal 0.77[5, 8])'`",
    ),
    (
        &["winner", "-e", "take 1..3", "5"],
        2,
        "",
        "`nimrule eval -e 'take 1..3' 'winner(rule[5])'`",
    ),
    (
        &["best", "-e", "game g { take 1..3 }", "5"],
        2,
        "",
        "-e 'game g { take 1..3 }' 'best(g[5])'`",
    ),
    (
        &["winner", "examples/octal/codes.nimrule", "kayles", "5"],
        2,
        "",
        "codes.nimrule 'winner(kayles[5])'`",
    ),
    (
        &["winner", "take 1..3", "5"],
        2,
        "",
        "eval -e 'take 1..3' 'winner(rule[5])'`",
    ),
    (
        &["conjecture", "game g { take 1..3 }"],
        2,
        "",
        "'conjecture(g)'`",
    ),
    (&["losing", "nim", "20"], 2, "", "'losing(nim, 0..20)'`"),
    (
        &["table", "wythoff", "3", "3"],
        2,
        "",
        "'table(wythoff, 0..3, 0..3)'`",
    ),
    (&["grundy"], 2, "", "`nimrule describe grundy`"),
    // Columns as wide as the longest word would be wider than any may be.
    (
        &["explain", "-e", "move n -> [1; n] where n > 1", "70000"],
        0,
        "split the pile of 70000 into 70000 piles of 1",
        "",
    ),
    (&["values", "-e", "take 1", "kayles"], 2, "", "both rules"),
    (
        &["solve", "Cargo.toml:kayles", "5"],
        2,
        "",
        "`Cargo.toml kayles`",
    ),
    (
        &["eval", "winner(wythoff(3, 5))"],
        2,
        "",
        "`wythoff[(3, 5)]` for",
    ),
    (
        &["values", "-e", "pile (n, pass in 0..1)  take any from n"],
        2,
        "",
        "`table(rule, 0..7, 0..1)`",
    ),
    (
        &["eval", "losing(silver_dollar, 0..5, 0..5)"],
        2,
        "",
        "rows have no ranges",
    ),
    (&["xor(3, 5)"], 2, "", "`nimrule eval 'xor(3, 5)'`"),
    (&["my_game.nimrule"], 2, "", "not a command"),
    (&["slove", "nim", "3"], 2, "", "solve"),
    (&["test"], 2, "", "FILE"),
    (
        &["test", "src"],
        2,
        "0 expectations hold",
        "has no rule files",
    ),
    (
        &["check", "tests/fixtures/unknown_word.nimrule"],
        2,
        "1 mistake",
        "did you mean `leaving`?",
    ),
    (
        &["check", "tests/fixtures/binary_junk.nimrule"],
        2,
        "1 mistake",
        "not UTF-8",
    ),
    // In a sum each game says for itself how it is known.
    (
        &[
            "solve",
            "examples/octal/codes.nimrule",
            "nim[5] + kayles[7]",
        ],
        0,
        "in nim the size itself, since any amount may be taken; in kayles the mex over the options",
        "",
    ),
    // Small piles are looked at for plays that need never end.
    (
        &["check", "tests/fixtures/asked/never_ending_play.nimrule"],
        2,
        "1 mistake",
        "need never end",
    ),
    // A theorem settles the period, once enough values are known.
    (&["period", "kayles"], 0, "period 12 from n = 71 on", ""),
    (
        &["period", "kayles", "--to", "5"],
        0,
        "no period is proven",
        "",
    ),
    // Not built yet.
    (&["quotient", "kayles", "--whatever"], 2, "", "--whatever"),
    (
        &["genus", "wythoff", "--to", "3"],
        2,
        "",
        "nimrule::no_heaps",
    ),
    (
        &["quotient", "moore", "moore(2)", "--to", "3"],
        2,
        "",
        "nimrule::not_one_pile",
    ),
    (&["verify", "a", "b"], 2, "", "nimrule::unreadable_file"),
    (&["survey"], 2, "", "--octal"),
    (&["survey", "--octal", "1", "--shard", "4/3"], 2, "", "3/16"),
    (&["eval", "nim", "plot(nim, 0..5)"], 0, "◆", ""),
    // Other languages.
    (&["export", "nim", "--lang", "c"], 2, "", "cpp"),
    (&["export", "nim"], 0, "std::int64_t grundy", ""),
    (
        &["export", "nim", "--lang", "c++"],
        0,
        "std::int64_t grundy",
        "",
    ),
    (
        &["export", "misere_nim", "--lang", "cpp"],
        2,
        "",
        "nimrule::no_export",
    ),
    (
        &["export", "moore", "moore(2)", "--lang", "rust"],
        2,
        "",
        "a turn moves in 1..2 piles",
    ),
    (
        &["export", "cram", "--lang", "python"],
        2,
        "",
        "a pile is a list",
    ),
    (
        &["export", "nim", "--lang", "python"],
        0,
        "    return n\n",
        "",
    ),
    (
        &["export", "kayles", "--lang", "rust", "--json"],
        0,
        "\"lang\":\"rust\"",
        "",
    ),
    // Rows of a table.
    (
        &["values", "nim", "--to", "2", "--csv"],
        0,
        "n,value\n0,0\n1,1\n2,2\n",
        "",
    ),
    (
        &["values", "kayles", "--from", "70", "--to", "71", "--csv"],
        0,
        "n,value\n70,6\n71,7\n",
        "",
    ),
    (
        &["values", "wythoff", "--from", "1", "--to", "2", "--csv"],
        0,
        "a,b,value\n1,1,2\n1,2,0\n2,1,0\n2,2,1\n",
        "",
    ),
    (
        &["values", "cram", "--to", "2", "--csv"],
        2,
        "",
        "nimrule::wrong_shape",
    ),
    // Limits.
    (
        &[
            "values",
            "kayles",
            "--to",
            "1000000000",
            "--max-memory",
            "1MiB",
        ],
        3,
        "",
        "memory",
    ),
    (
        &["values", "prim", "--to", "1000000", "--max-time", "10ms"],
        3,
        "",
        "nimrule::time_limit",
    ),
];

#[test]
fn answers_and_exit_codes() {
    for (args, code, stdout, stderr) in ENDS {
        let output = run(args);
        let shown = format!("{args:?}\n{}\n{}", out(&output), err(&output));
        assert_eq!(output.status.code(), Some(*code), "{shown}");
        assert!(out(&output).contains(stdout), "{shown}");
        assert!(err(&output).contains(stderr), "{shown}");
        let is_silent = *code == 0 && stderr.is_empty();
        assert_eq!(err(&output).is_empty(), is_silent, "{shown}");
        assert!(!shown.contains('\u{1b}'), "colour off a terminal: {shown}");
    }
}

#[test]
fn what_is_refused_as_json() {
    for (args, code) in [
        (&["games", "football", "--json"][..], "unknown_name"),
        (&["play", "nim", "3", "4", "--json"], "usage"),
        (
            &["test", "-e", "expect 1 == 1", "--json", "--format", "tap"],
            "usage",
        ),
    ] {
        let output = run(args);
        let [object] = objects(&output).try_into().expect("one object");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(object["code"], code, "{args:?}");
    }
}

#[test]
fn solve_as_json() {
    let object = answer(&["solve", "nim", "5", "9", "11", "--json"]);
    let play = json!({"move": "take 3 from the pile of 5", "to": "nim[2, 9, 11]"});
    assert_eq!(object["position"], "nim[5, 9, 11]");
    assert_eq!(object["winner"], "first");
    assert_eq!(object["grundy"], 7);
    assert_eq!(object["winning"], json!([play]));
    assert_eq!(object["winning_count"], 1);
    assert_eq!(object["best"], play);
    for field in ["how", "engine", "detail"] {
        assert!(object["by"][field].is_string(), "{object}");
    }

    // In misère Nim three piles of one are lost: an odd number of moves is left.
    let object = answer(&["--json", "solve", "misere_nim", "1", "1", "1"]);
    assert_eq!(object["winner"], "second");
    assert_eq!(object["grundy"], Value::Null);
    assert_eq!(object["winning"], json!([]));

    let object = answer(&["solve", "nim", "nim[]", "--json"]);
    assert_eq!(object["best"], Value::Null);
}

#[test]
fn explain_as_json() {
    let folder = Folder::new();
    let rules = folder.write(
        "why.nimrule",
        "game nim { take any } game kayles { take 1..2 leaving 0..2 piles }
        game lost { take any misere } game pairs { take 1 each turn 2 piles alike }
        let ways = [[0, 2], [], []]
        game walk { pile n in 0..2 move n -> next for next in ways[n] loopy }",
    );
    let leaves = |words: &str, to: &str| json!({"move": words, "to": to});
    let one = leaves("take 1 from the pile of 2", "nim[1]");
    let all = leaves("take 2 from the pile of 2", "nim[0]");
    let worth = |mut option: Value, value: Value| {
        option["value"] = value;
        option
    };
    for (position, value, why) in [
        (
            "nim[2]",
            json!(2),
            json!({"mex": {
                "options": [worth(one, json!(1)), worth(all, json!(0))],
                "count": 2, "taken": [0, 1], "missing": 2,
                "theorem": {
                    "how": "theorem", "engine": "nim",
                    "detail": "the size itself, since any amount may be taken",
                },
            }}),
        ),
        (
            "nim[2] + kayles[1]",
            json!(3),
            json!({"sum": {
                "parts": [{"part": "nim[2]", "value": 2}, {"part": "kayles[1]", "value": 1}],
                "xor": 3, "winning_count": 1,
                "winning": leaves("take 1 from the pile of 2 of nim", "nim[1] + kayles[1]"),
            }}),
        ),
        (
            "walk[0]",
            json!("∞(0)"),
            json!({"mex": {
                "options": [
                    worth(leaves("turn the pile of 0 into 0", "walk[0]"), json!("∞(0)")),
                    worth(leaves("turn the pile of 0 into 2", "walk[2]"), json!(0)),
                ],
                "free": "walk[0]",
                "count": 2, "taken": [0], "missing": 1,
            }}),
        ),
    ] {
        let object = answer(&["explain", &rules, position, "--json"]);
        assert_eq!(object["position"], position);
        assert_eq!(object["winner"], "first");
        assert_eq!(object["value"], value, "{object}");
        assert_eq!(object["why"], why, "{object}");
        assert!(
            object["text"]
                .as_str()
                .is_some_and(|text| text.starts_with(position))
        );
    }

    let object = answer(&["explain", &rules, "lost[2, 2]", "--json", "--depth", "1"]);
    assert_eq!(object["winner"], "second");
    let rows = &object["why"]["theorem"]["table"]["rows"];
    assert_eq!(rows.as_array().map(Vec::len), Some(2), "{object}");
    let then = &object["then"][0];
    assert_eq!(then["to"], then["explanation"]["position"], "{object}");
    assert_eq!(then["explanation"]["winner"], "first", "{object}");

    let object = answer(&["explain", &rules, "pairs[2, 2]", "--json"]);
    let turns = &object["why"]["turns"];
    assert_eq!(turns["turns"], 1, "{object}");
    assert_eq!(
        (&turns["winning"], &turns["losing"]),
        (&json!(0), &json!(1)),
        "{object}"
    );
}

#[test]
fn winning_moves_are_listed_up_to_a_number() {
    // A turn leaves any number of dead piles, and each number is a different position.
    let folder = Folder::new();
    let file = folder.write(
        "many.nimrule",
        "game many { move n -> [0; k] for k in 1..n }\n",
    );
    let object = answer(&["solve", &file, "30", "--json"]);
    assert_eq!(object["winning"].as_array().map(Vec::len), Some(20));
    assert_eq!(object["listed"], 20);
    assert!(matches!(object["winning_count"].as_u64(), None | Some(30)));
    let object = answer(&["solve", &file, "30", "--json", "--all"]);
    assert_eq!(object["winning"].as_array().map(Vec::len), Some(30));
    let output = run(&["solve", &file, "30"]);
    says(&output, "--all");
}

#[test]
fn eval_values_line_and_test_as_json() {
    let evaluated = |query: &str| {
        let object = answer(&["eval", "nim", query, "--json"]);
        assert_eq!(object["query"], query);
        assert!(object["by"]["how"].is_string());
        object["value"].clone()
    };
    assert_eq!(evaluated("grundy(nim[5, 9, 11])"), 7);
    assert_eq!(evaluated("winner(nim[3, 3])"), "second");
    assert_eq!(evaluated("1 < 2"), true);
    assert_eq!(evaluated("[(1, 2), (3, 4)]"), json!([[1, 2], [3, 4]]));
    assert_eq!(evaluated("winning(nim[2, 3])"), json!(["nim[2, 2]"]));
    assert_eq!(evaluated("best(nim[])"), Value::Null);

    let object = answer(&["values", "kayles", "--from", "3", "--to", "6", "--json"]);
    assert_eq!(object["game"], "kayles");
    assert_eq!(object["from"], 3);
    assert_eq!(object["values"], json!([3, 1, 4, 3]));

    let object = answer(&["line", "nim", "2", "--json"]);
    assert_eq!(object["moves"][0]["player"], "first");
    assert_eq!(object["winner"], "first");

    let folder = Folder::new();
    let text = "game nim { take any }\n\nexpect grundy(nim[3]) == 4\nexpect winner(nim[3]) == first\nexpect nim[1] == nim[2]\n";
    let file = folder.write("f.nimrule", text);
    let output = run(&["test", &file, "--json"]);
    ends(&output, 1);
    let [wrong, right, positions] = objects(&output).try_into().expect("three objects");
    assert_eq!(wrong["file"], file);
    assert_eq!(wrong["line"], 3);
    assert_eq!(wrong["expect"], "grundy(nim[3]) == 4");
    assert_eq!(wrong["ok"], false);
    assert_eq!(wrong["left"], 3);
    assert_eq!(wrong["right"], 4);
    assert_eq!(right["ok"], true);
    assert_eq!(right["left"], "first");
    assert_eq!(positions["left"], "nim[1]");
}

#[test]
fn complaints_are_objects_where_answers_are() {
    let folder = Folder::new();
    let text =
        "# é\ngame nim { take any }  let é = 1\ngame two { take 1..m  take 3..1 }\nlet m = 2\n";
    let broken = folder.write("broken.nimrule", text);
    let output = run(&["values", &broken, "nim", "--to", "3", "--json"]);
    ends(&output, 2);
    assert_eq!(err(&output), "");
    let complaints = objects(&output);
    let first = &complaints[0];
    // The letter é takes two bytes and is one character.
    assert_eq!(first["severity"], "error");
    assert_eq!(first["file"], broken.as_str());
    assert_eq!((&first["line"], &first["column"]), (&json!(2), &json!(28)));
    assert_eq!(first["bytes"][0], 32);
    assert!(first["message"].as_str().unwrap().contains('é'), "{first}");
    assert_eq!(first["labels"][0]["bytes"], first["bytes"]);

    let warned = folder.write("warned.nimrule", text.replace("let é = 1", ""));
    let output = run(&["values", &warned, "nim", "--to", "3", "--json"]);
    // Of the other game there is nothing to say.
    assert_eq!(objects(&output).len(), 1);
    let output = run(&["values", &warned, "two", "--to", "3", "--json"]);
    assert_eq!(
        (output.status.code(), err(&output)),
        (Some(0), String::new())
    );
    let [warning, answer] = &objects(&output)[..] else {
        panic!("{}", out(&output));
    };
    assert_eq!(
        (&warning["severity"], &warning["code"]),
        (&json!("warning"), &json!("empty_range"))
    );
    assert_eq!(answer["values"], json!([0, 1, 2, 0]));
    let output = run(&["values", &warned, "two", "--to", "3", "--json", "--quiet"]);
    assert_eq!(objects(&output).len(), 1);

    // What is wrong with a question points into it, and with the command line nowhere.
    let output = run(&["eval", "nim", "grundi(nim[3])", "--json"]);
    let complaint = &objects(&output)[0];
    assert_eq!(complaint["help"], "did you mean `grundy`?");
    assert_eq!(
        (&complaint["column"], &complaint["bytes"]),
        (&json!(1), &json!([0, 6]))
    );
    for args in [
        &["slove", "nim", "3", "--json"][..],
        &["kayles", "5", "--json"],
    ] {
        let output = run(args);
        assert_eq!(
            (output.status.code(), err(&output)),
            (Some(2), String::new())
        );
        let complaint = &objects(&output)[0];
        assert_eq!(
            (&complaint["code"], &complaint["file"]),
            (&json!("usage"), &Value::Null)
        );
        assert!(complaint["help"].as_str().unwrap().contains("solve"));
    }

    let output = run(&["--json", "values", "nim", "--csv"]);
    assert!(
        objects(&output)[0]["message"]
            .as_str()
            .unwrap()
            .contains("`--csv`")
    );
}

/// What was found before a limit comes behind the complaint about the limit.
#[test]
fn a_limit_is_an_object_before_what_was_found() {
    let output = run(&[
        "quotient",
        "dawson_kayles",
        "--to",
        "500",
        "--max-time",
        "100ms",
        "--json",
    ]);
    ends(&output, 3);
    let [complaint, found] = &objects(&output)[..] else {
        panic!("{}", out(&output));
    };
    assert_eq!(
        (&complaint["code"], &complaint["cause"]),
        (&json!("time_limit"), &json!("time"))
    );
    assert_eq!(found["game"], "dawson_kayles");
}

#[test]
fn a_file_goes_before_a_bundled_game_and_that_is_told() {
    let folder = Folder::new();
    folder.write("kayles", "game mine { take 1..3 }");
    folder.write("nim/empty.txt", "");
    let inside = |args: &[&str]| {
        nimrule(args)
            .current_dir(folder.path())
            .output()
            .expect("it runs")
    };
    let output = inside(&["solve", "kayles", "5", "8"]);
    ends(&output, 0);
    says(&output, "mine[5, 8]");
    complains(&output, "`kayles` is the file here");
    assert_eq!(err(&inside(&["solve", "./kayles", "5"])), "");
    // A folder has no rules.
    let output = inside(&["solve", "nim", "5"]);
    assert!(out(&output).contains("nim[5]") && err(&output).is_empty());
}

#[test]
fn files_to_begin_with_are_written_once() {
    let folder = Folder::new();
    let inside = |args: &[&str]| {
        nimrule(args)
            .current_dir(folder.path())
            .output()
            .expect("it runs")
    };
    let output = inside(&["new", "mine"]);
    says(&output, "nimrule check mine.nimrule");
    let path = folder.path().join("mine.nimrule");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.starts_with("# mine: "), "{text}");
    for command in ["test", "check"] {
        let output = inside(&[command, "mine.nimrule"]);
        assert_eq!(
            (output.status.code(), err(&output)),
            (Some(0), String::new())
        );
    }
    std::fs::write(&path, "game mine { take any }").expect("a file");
    for name in ["mine", "mine.nimrule"] {
        let output = inside(&["new", name]);
        ends(&output, 2);
        complains(&output, "already");
    }
    assert_eq!(
        std::fs::read_to_string(&path).expect("a file"),
        "game mine { take any }"
    );
    for name in ["game", "my game", "5", ""] {
        let output = inside(&["new", name]);
        assert!(
            err(&output).contains("no game can be called"),
            "{name}: {}",
            err(&output)
        );
    }

    // A page is called as its game, and writes over no other file.
    for _ in 0..2 {
        let output = inside(&["report", "bounded", "bounded(4)", "--to", "5"]);
        assert_eq!(
            out(&output),
            "the page is in bounded_4.html\n",
            "{}",
            err(&output)
        );
    }
    // Where a game lacks its arguments, they are those that the file asks about.
    for (game, told) in [
        (
            "tac_tix",
            "the page about tac_tix(2) is in tac_tix_2.html\n",
        ),
        (
            "bounded",
            "the page about bounded(3) is in bounded_3.html\n",
        ),
    ] {
        let output = inside(&["report", game, "--to", "5"]);
        assert_eq!(out(&output), told, "{}", err(&output));
    }
    std::fs::write(folder.path().join("nim.html"), "mine").expect("a file");
    let output = inside(&["report", "nim", "--to", "5"]);
    complains(&output, "`-o nim.html` replaces it");
}

#[test]
fn a_quiet_eval_prints_the_value_alone() {
    let output = run(&["eval", "-q", "grundy(kayles[5, 8])"]);
    assert_eq!(
        (out(&output), err(&output)),
        ("5\n".to_owned(), String::new())
    );
}

#[test]
fn a_quiet_prompt_does_not_warn() {
    let entries = "game g { pile x in 0..2  move x -> x - 1 where x <= 2 }\ngrundy(g[1])\n";
    for (args, warns) in [(&["repl", "-q"][..], false), (&["repl"], true)] {
        let output = run_with(args, entries);
        let said = out(&output) + &err(&output);
        assert_eq!(said.contains("always holds"), warns, "{args:?}: {said}");
    }
}

#[test]
fn failed_expectations_are_shown() {
    let folder = Folder::new();
    let good = "game nim { take any }\nexpect grundy(nim[3]) == 3\n";
    let bad = "game bounded(k) { take 1..k }\nexpect grundy(bounded(3)[7]) == 2\nexpect true\n";
    folder.write("b/bad.nimrule", bad);
    folder.write("a/good.nimrule", good);
    folder.write("a/readme.txt", "no rules");
    let output = run(&["test", &folder.name()]);
    ends(&output, 1);
    let text = out(&output);
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}:\n{text}"));
    assert!(at("good.nimrule") < at("bad.nimrule"));
    at("1 holds, 1 fails");
    at("× grundy(bounded(3)[7]) == 2");
    at("╰── 3");
    at("2 expectations hold, 1 fails\n");
    assert_eq!(err(&output), "");
}

/// Claims that fail are written anew where they say what something is; the rest of the file stays as it is.
#[test]
fn what_is_so_is_written_into_claims_that_fail() {
    let folder = Folder::new();
    let text = "\u{feff}game a { take 1..3 }  # “three”\nexpect values(a, 0..4) == [0,\n  1, 1, 3, 0]\n\
        expect winner(a[4]) == first\nexpect grundy(a[4]) != 0\nexpect grundy(a[5]) == 1\n";
    let file = folder.write("a.nimrule", text);
    let read = || std::fs::read_to_string(&file).expect("the file");
    let refused = run(&["test", &file, "--update"]);
    ends(&refused, 2);
    complains(&refused, "git has no copy");
    assert_eq!(read(), text);
    let one = run(&["test", &file, "--update", "--force", "-m", "winner"]);
    ends(&one, 0);
    says(&one, "1 claim is written anew");
    let right = text.replace("== first", "== second");
    assert_eq!(read(), right);
    // One claim says only what its value is not.
    let all = run(&["test", &file, "--update", "--force", "--json"]);
    ends(&all, 1);
    let written = |count: usize, line: usize| {
        let left = json!([{ "line": line, "why": "no `… == …`" }]);
        json!({ "file": file, "written": count, "left": left })
    };
    assert_eq!(objects(&all).last(), Some(&written(1, 5)));
    let none = run(&["test", &file, "--update", "--json"]);
    ends(&none, 1);
    assert_eq!(objects(&none).last(), Some(&written(0, 4)));
    let right = right.replace("[0,\n  1, 1, 3, 0]", "[0, 1, 2, 3, 0]");
    assert_eq!(read(), right);
    let style = run(&["fmt", "--check", &file]);
    ends(&style, 0);
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(folder.path())
            .args(args)
            .stdout(Stdio::null());
        git.status()
    };
    if git(&["--version"]).is_ok() {
        folder.write("a.nimrule", right.replace("second", "first"));
        let commit = "-c user.name=a -c user.email=a@b commit -qm a";
        for words in ["init -q", "add a.nimrule", commit] {
            let args: Vec<&str> = words.split(' ').collect();
            assert!(git(&args).expect("git runs").success(), "{words}");
        }
        let updated = run(&["test", &file, "--update"]);
        ends(&updated, 1);
        let told = "1 claim is written anew; 1 is left: no `… == …` (line 4)";
        says(&updated, told);
        assert_eq!(read(), right);
    }
    for args in [
        &["test", "-e", "expect 1 == 2", "--update", "--force"][..],
        &["test", &file, "-m", "octal"],
        &["test", &file, "--force"],
    ] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
}

/// What a claim asks stays: the other side is written, and a claim that asks on both sides is left.
#[test]
fn claims_keep_what_they_ask() {
    let folder = Folder::new();
    let text = "game g { take 1..2 }\nexpect first == winner(g[3])\nexpect [0, 1] == values(g, 0..2)\n\
        expect grundy(g[4]) == grundy(g[3])\nexpect grundy（g[5]）　==　１\n\
        expect values(g, 0..1) == [0, # nothing\n  0]\nexpect best(g[4] + m(2)[1]) == g[2] + m(2)[1]\n\
        expect [m(3)[1]] == winning(m(3)[5])\nexpect winning(misere(g)[3]) == [misere(g)[2]]\n\
        expect 1 / 0 == 1\ngame m(k) { take 1..k }\n";
    let file = folder.write("a.nimrule", text);
    let updated = run(&["test", &file, "--update", "--force"]);
    ends(&updated, 2);
    assert!(
        out(&updated).contains(
            "6 claims are written anew; 3 are left: a comment that would be lost (line 6); no answer (line 11); \
             something asked or looked up on both sides (line 4)"
        ),
        "{}",
        out(&updated)
    );
    let right = text
        .replace("first ==", "second ==")
        .replace("[0, 1]", "[0, 1, 2]")
        .replace('１', "2")
        .replace("== g[2] + m(2)[1]", "== g[3] + m(2)[1]")
        .replace("[m(3)[1]]", "[m(3)[4]]")
        .replace("[misere(g)[2]]", "[misere(g)[1]]");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), right);
}

/// The sides of that comparison are shown on which it depends that a claim fails.
#[test]
fn claims_that_fail_show_their_sides() {
    let cases = [
        ("1 <= grundy(nim[5]) < 3", json!(5), json!(3)),
        ("grundy(nim[5]) in [1, 2]", json!(5), json!([1, 2])),
        ("grundy(nim[5]) in 6..", json!(5), Value::Null),
        ("not (grundy(nim[5]) == 5)", json!(5), json!(5)),
        ("not 4 < grundy(nim[5]) < 6", json!(4), json!(5)),
        (
            "1 == 1 and grundy(nim[5]) == 2 and 1 == 2",
            json!(5),
            json!(2),
        ),
        ("not (1 == 1 and not 1 < 2 <= 1)", json!(true), Value::Null),
        ("1 + 1 == 3 and grundy(nim[5]) == 5", json!(2), json!(3)),
        ("1 == 2 or 1 == 3", json!(false), Value::Null),
    ];
    let claims = cases
        .each_ref()
        .map(|(claim, ..)| format!("expect {claim}\n"));
    let rules = format!("game nim {{ take any }}\n{}", claims.concat());
    let tested = objects(&run(&["test", "-e", &rules, "--json"]));
    assert_eq!(tested.len(), cases.len());
    for (tested, (claim, left, right)) in tested.iter().zip(&cases) {
        assert_eq!(tested["ok"], false, "{claim}");
        assert_eq!(
            (&tested["left"], &tested["right"]),
            (left, right),
            "{claim}"
        );
    }
    let rules = "game g { take 1..5 } expect moves(g[5]) == [g[0], g[1], g[6], g[1]]";
    let told = "only the left list has g[4], g[3], g[2]; only the right list has g[6]\n";
    let lists = out(&run(&["test", "-e", rules]));
    assert!(lists.contains(told), "{lists}");
}

/// Results for other programs: what is read by them, and what stands beside it.
#[test]
fn results_as_tap_and_as_junit() {
    let folder = Folder::new();
    let text = "game g { take 1..3 }\nexpect grundy(g[5]) == 1 # \"one\"\nexpect period(g) ==\n  (4, 1)\n\
        expect 1 / 0 < 2\n";
    folder.write("a.nimrule", text);
    let shown = |format: &str| {
        let args = ["test", "a.nimrule", "none.nimrule", "--format", format];
        let mut command = nimrule(&args);
        let output = command
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        ends(&output, 2);
        out(&output)
    };
    insta::with_settings!({ filters => [(r#"time="[0-9.]+""#, r#"time="…""#)] }, {
        insta::assert_snapshot!("results_as_tap", shown("tap"));
        insta::assert_snapshot!("results_as_junit", shown("junit"));
    });
    let json = run(&["test", "-e", "expect 1 == 1", "--format", "json"]);
    assert_eq!(objects(&json)[0]["ok"], json!(true));
    let timed = run(&["test", "-e", "expect 1 == 1", "--times"]);
    let said = out(&timed);
    assert!(said.contains("-e      1 holds   in "), "{said}");
    assert!(said.ends_with("  -e:1  expect 1 == 1\n"), "{said}");
}

/// Files are tested again when they change, and so are those that use them.
#[cfg(unix)]
#[test]
fn files_are_watched() {
    let folder = Folder::new();
    folder.write("rule.nimrule", "game g { take 1..3 }\n");
    let claim = "use \"rule.nimrule\"\nexpect grundy(g[5]) == 1\n";
    let file = folder.write("claim.nimrule", claim);
    let mut child = nimrule(&["test", &file, "--watch"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut summary = || {
        let mut read = lines.by_ref().map(|line| line.expect("a line"));
        read.find(|line| line.contains("expectation"))
    };
    assert_eq!(summary().as_deref(), Some("1 expectation holds"));
    folder.write("claim.nimrule", format!("{claim}expect 1 == 1\n"));
    assert_eq!(summary().as_deref(), Some("2 expectations hold"));
    folder.write("rule.nimrule", "game g { take 1, 2, 7 }\n");
    let fails = "1 expectation holds, 1 fails";
    assert_eq!(summary().as_deref(), Some(fails));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let typed = run(&["test", "-", "--watch"]);
    ends(&typed, 2);
}

#[test]
fn the_worst_outcome_counts_and_nothing_stops_the_rest() {
    let folder = Folder::new();
    let fails = folder.write("fails.nimrule", "expect 1 == 2\n");
    let broken = folder.write("broken.nimrule", "game g { take limt }\n");
    let slow = folder.write(
        "slow.nimrule",
        "game g { take 2.. leaving 0..2 piles }\nexpect grundy(g[300000]) == 0\nexpect 1 == 1\n",
    );
    let code = |files: &[&str]| {
        let args = [&["test", "--max-time", "1s"], files].concat();
        let output = run(&args);
        says(&output, "expectation");
        output.status.code()
    };
    assert_eq!(code(&[&fails]), Some(1));
    assert_eq!(code(&[&fails, &slow]), Some(3));
    assert_eq!(code(&[&slow, &broken, &fails]), Some(2));
    let output = run(&["test", &broken, &fails]);
    says(
        &output,
        "0 expectations hold, 1 fails, 1 file could not be used",
    );
    complains(&output, "`limt`");
}

#[test]
fn standard_input_is_a_file() {
    let text = "game nim { take any }\nexpect grundy(nim[3]) == 3\n";
    let output = run_with(&["solve", "-", "5", "9", "11"], text);
    ends(&output, 0);
    says(&output, "Grundy value 7");
    let output = run_with(&["test", "-"], text);
    says(&output, "1 expectation holds");
    let output = run_with(&["check", "-"], "game nim { take limt }\n");
    ends(&output, 2);
    complains(&output, "[<stdin>:1:17]");
}

#[test]
fn files_use_others_relative_to_themselves() {
    let folder = Folder::new();
    folder.write(
        "inner/nim.nimrule",
        "game nim { take S }\nlet S = column(\"amounts.csv\", \"amount\")\n",
    );
    folder.write("inner/amounts.csv", "amount\r\n1\r\n2\r\n");
    let main = folder.write(
        "main.nimrule",
        "use \"inner/nim.nimrule\"\nuse \"inner/../inner/nim.nimrule\"\nexpect values(nim, 0..5) == [0, 1, 2, 0, 1, 2]\n",
    );
    let output = run(&["test", &main]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}{}",
        out(&output),
        err(&output)
    );
}

/// A loop or a fault is a mistake where the file asks about it, and a warning elsewhere.
#[test]
fn check_says_what_test_says() {
    let back = "game back { move n -> n - 1  move n -> n where n == 7 }";
    let six = "game six { take 6 / n }";
    // Green Hackenbush on trees by the vertex that each one hangs on, 0 being the ground. The second vertex of [2] is none.
    let trees = "\
        game trees {
            pile parent[]
            let below(tree, v) = if v == 0 then 0 else tree[v - 1]
            let hangs(tree, v, cut) = cut in [v, below(tree, v), below(tree, below(tree, v)), below(tree, below(tree, below(tree, v)))]
            let kept(tree, cut) = [v for v in 1..len(tree) where not hangs(tree, v, cut)]
            move parent -> [if parent[v - 1] == 0 then 0 else 1 + len([w for w in kept(parent, cut) where w < parent[v - 1]])
                for v in kept(parent, cut)] for cut in 1..len(parent)
        }";
    let cases = [
        (
            back,
            "winner(back[3]) == first",
            0,
            "⚠ a play of `back` need never end",
        ),
        (
            back,
            "winner(back[7]) == first",
            2,
            "× a play of `back` need never end",
        ),
        (
            back,
            "winner(back[9]) == first",
            2,
            "× a play of `back` need never end",
        ),
        (six, "moves(six[3]) == [six[1]]", 0, "⚠ division by zero"),
        (six, "moves(six[0]) == []", 2, "× division by zero"),
        (six, "6 / 0 == 1", 2, "× division by zero"),
        (six, "grundy(six[3]) == 9", 1, "⚠ division by zero"),
        // A stalk is a pile of Nim, and branches that meet add up by xor (Winning Ways, chapter 7).
        (
            trees,
            "grundy(trees[[0, 1, 2]]) == 3",
            0,
            "⚠ index 1 is outside",
        ),
        (
            trees,
            "grundy(trees[[0, 1, 1, 3]]) == 1 + xor(1, 2)",
            0,
            "⚠ index 1 is outside",
        ),
        (
            trees,
            "winner(trees[[0, 1, 0, 3]]) == second",
            0,
            "⚠ index 1 is outside",
        ),
        (
            trees,
            "winner(trees[[2]]) == first",
            2,
            "× index 1 is outside",
        ),
    ];
    for (game, claim, exit, complaint) in cases {
        let text = format!("{game}\nexpect {claim}\n");
        let test = run_with(&["test", "-"], &text);
        assert_eq!(test.status.code(), Some(exit), "{text}{}", err(&test));
        let check = run_with(&["check", "-"], &text);
        let said = out(&check) + &err(&check);
        // What is false is no mistake of the file.
        let is_mistake = exit == 2;
        assert_eq!(
            check.status.code(),
            Some(if is_mistake { 2 } else { 0 }),
            "{text}{said}"
        );
        assert!(said.contains(complaint), "{text}{said}");
        assert_eq!(said.contains("no mistakes"), !is_mistake, "{text}{said}");
    }
}

#[test]
fn warnings_go_to_standard_error() {
    let file = "tests/fixtures/warning_unused_let.nimrule";
    let output = run(&["check", file]);
    ends(&output, 0);
    complains(&output, "⚠ the `let` `limit` is not used");
    says(&output, "no mistakes, 1 warning");
    let output = run(&["check", "--quiet", file]);
    assert_eq!(err(&output), "");
}

/// Where the piles are few, `check` looks at all of them.
#[test]
fn a_statement_that_no_pile_can_use_is_warned_of() {
    let never = "⚠ no pile can make this move";
    for (rules, warnings) in [
        (
            "game g { pile n in 0..9  take 1  take k where k * k == 50 }",
            1,
        ),
        (
            "game g { pile n in 0..9  take 1  take k where k * k == 49 }",
            0,
        ),
        (
            "game g { pile (a in 0..4, b in 0..4)  take 1 from a  move a, b -> a - b, 0 where a * b == 11 }",
            1,
        ),
        // Said once, and not where it is allowed.
        ("game g { pile n in 0..9  take 1  take 11 }", 1),
        (
            "game g { pile n in 0..9  take 1\n  take k where k * k == 50  # nimrule: allow never\n}",
            0,
        ),
        // There may be larger piles, other arguments, or a fault.
        ("game g { take 1  take k where k * k == 50 }", 0),
        (
            "game g(s = 50) { pile n in 0..9  take 1  take k where k * k == s }",
            0,
        ),
        (
            "game g { pile n in 0..9  take 1 where n < 3  take 3 / (n - 4) where n > 3 }",
            0,
        ),
    ] {
        let output = run_with(&["check", "-"], rules);
        assert_eq!(output.status.code(), Some(0), "{rules}: {}", err(&output));
        assert_eq!(
            err(&output).matches(never).count(),
            warnings,
            "{rules}: {}",
            err(&output)
        );
    }
}

/// A `let` that only the question uses is not called unused.
#[test]
fn a_question_uses_the_lets_of_its_file() {
    let rules = "game nim { take any }\nlet start = nim[1, 2, 4]\nlet most = 3\nlet lost(n) = winner(nim[n, n]) == second\n";
    for (args, unused) in [
        (&["eval", "-", "winner(start)"][..], &[][..]),
        (&["eval", "-", "lost(most)"], &[]),
        (&["solve", "-", "start"], &[]),
        (&["values", "-", "--to", "3"], &[]),
        (&["check", "-"], &["start", "most", "lost"]),
    ] {
        let output = run_with(args, rules);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
        let said = err(&output);
        for name in ["start", "most", "lost"] {
            let warned = said.contains(&format!("`let` `{name}` is not used"));
            assert_eq!(warned, unused.contains(&name), "{args:?}: {said}");
        }
    }
}

#[test]
fn colour_is_chosen() {
    let colored = |command: &mut Command| {
        let output = command.output().expect("the program runs");
        (out(&output) + &err(&output)).contains('\u{1b}')
    };
    let args = ["solve", "nim", "3"];
    assert!(!colored(&mut nimrule(&args)));
    let always = ["solve", "nim", "3", "--color", "always"];
    assert!(colored(&mut nimrule(&always)));
    assert!(colored(nimrule(&always).env("NO_COLOR", "1")));
    assert!(!colored(nimrule(&args).env("NO_COLOR", "1")));
    let never = ["solve", "nim", "3", "--color=never"];
    assert!(!colored(nimrule(&never).env("CLICOLOR_FORCE", "1")));
    assert!(colored(&mut nimrule(&[
        "solve",
        "nim[",
        "3",
        "--color=always"
    ])));
    // The program's own complaints about its arguments follow the same choice.
    assert!(colored(&mut nimrule(&["--color", "always", "slove"])));
    assert!(!colored(
        nimrule(&["--color", "never", "slove"]).env("CLICOLOR_FORCE", "1")
    ));
}

#[test]
fn a_closed_output_is_no_accident() {
    for args in [
        &["values", "nim", "--to", "2000"][..],
        &["test", "examples/octal"],
        &["--help"],
    ] {
        let mut child = nimrule(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        // Like `head -c 0`: closed before anything is written.
        drop(child.stdout.take());
        let mut complaints = String::new();
        let mut stderr = child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut complaints).expect("UTF-8");
        let code = child.wait().expect("it ends").code();
        assert_eq!((code, complaints.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn what_cannot_fit_is_refused_at_once() {
    let output = run(&["values", "kayles", "--to", "1000000000000"]);
    ends(&output, 3);
    // 1.8 TiB are no advice.
    let words = err(&output);
    assert!(words.contains("something smaller"), "{words}");
    assert!(!words.contains("--max-memory"), "{words}");
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_says_so() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let file = folder.write("secret.nimrule", "game nim { take any }\n");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).expect("a mode");
    // The superuser may read everything.
    if std::fs::read(&file).is_err() {
        let output = run(&["check", &file]);
        ends(&output, 2);
        complains(&output, "permission is denied");
    }
}

/// Kayles has period 12 from 71 on, as in *Winning Ways*, chapter 4.
#[test]
fn certificates_go_through_files() {
    let folder = Folder::new();
    let rules = folder.write(
        "rules.nimrule",
        "game g { octal 0.77 } game h { take 1..3 }",
    );
    let proof = folder.file("proof.json");
    let output = run(&["period", &rules, "g", "--certificate", &proof]);
    ends(&output, 0);
    let names = || {
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["proof.json", "rules.nimrule"]);

    let output = run(&["verify", &rules, &proof]);
    ends(&output, 0);
    let claim = "verified: g(n + 12) = g(n) from n = 71 on";
    says(&output, claim);
    assert_eq!(err(&output), "");
    let output = run(&["verify", &rules, &proof, "--json"]);
    ends(&output, 0);
    let object = &objects(&output)[0];
    assert_eq!(object["verified"], json!(true), "{object}");
    assert_eq!(object["period"], json!(12));
    assert_eq!(object["preperiod"], json!(71));

    let text = std::fs::read_to_string(&proof).expect("a proof");
    let mut forged: Value = serde_json::from_str(&text).expect("JSON");
    // A pile of 5 is worth 4; see the examples of the reference.
    assert_eq!(forged["values"][5], json!(4));
    forged["values"][5] = json!(5);
    let forged = folder.write("forged.json", forged.to_string());
    let output = run(&["verify", &rules, &forged]);
    ends(&output, 1);
    says(&output, "rejected");
    assert!(!out(&output).contains("verified"), "{}", out(&output));
    let output = run(&["verify", &rules, &forged, "--json"]);
    ends(&output, 1);
    let object = &objects(&output)[0];
    assert_eq!(object["verified"], json!(false), "{object}");
    assert!(
        object["why_not"]
            .as_str()
            .is_some_and(|why| why.contains('5')),
        "{object}"
    );

    // Another game; a game that is not there; limits.
    let output = run(&["verify", &rules, &proof, "--game", "h"]);
    ends(&output, 1);
    let others = folder.write("others.nimrule", "game k { octal 0.77 }");
    let output = run(&["verify", &others, &proof]);
    ends(&output, 2);
    let output = run(&["verify", &proof]);
    ends(&output, 2);
    assert!(
        err(&output).contains("nimrule verify FILE"),
        "{}",
        err(&output)
    );
    let output = run(&["verify", &rules, &proof, "--max-memory", "1"]);
    ends(&output, 3);
    assert!(out(&output).is_empty(), "{}", out(&output));
}

/// A bundled game does not stand in for other rules, and rules are not written over.
#[test]
fn certificates_are_of_the_rules_that_are_given() {
    let folder = Folder::new();
    let other = folder.write("other.nimrule", "game other { octal 0.77 }");
    let kayles = folder.file("kayles.json");
    let made = run(&["period", "kayles", "--certificate", &kayles]);
    ends(&made, 0);
    for (given, code) in [
        (&["kayles"][..], 0),
        (&[], 0),
        (&["-e", "game kayles { take 1..5 }"], 1),
        (&["-e", "game kayles { octal 0.77 }"], 0),
        (&["-e", "take 1..5"], 2),
        (&["nim"], 2),
        (&[&other], 2),
    ] {
        let output = run(&[&["verify"], given, &[&kayles]].concat());
        assert_eq!(
            output.status.code(),
            Some(code),
            "{given:?} {}",
            out(&output)
        );
    }
    let unnamed = folder.write("rules.txt", "game other { octal 0.77 }");
    for command in [
        &["report", &other, "-o", &other][..],
        &["report", &unnamed, "-o", &unnamed],
        &["period", &unnamed, "--certificate", &unnamed],
        &["period", "kayles", "--certificate", &other],
    ] {
        let output = run(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        complains(&output, "is the name of a rule file");
    }
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    let folder = Folder::new();
    let rules = folder.write("rules.nimrule", "game g { take 1..3 }");
    let proof = folder.file("proof.json");
    let output = run(&["period", &rules, "--certificate", &proof]);
    ends(&output, 0);
    let text = std::fs::read_to_string(&proof).expect("a proof");
    for wrong in [
        String::new(),
        "{}".to_string(),
        "[]".to_string(),
        "not JSON".to_string(),
        text[..text.len() / 2].to_string(),
        format!("{text}{text}"),
        text.replacen('{', "{\"note\":1,", 1),
        text.replace("\"saltus\"", "\"rise\""),
        text.replace("pigeonhole", "dovecote"),
        text.replace("largest_amount", "largest"),
        text.replace("\"values\":[0", "\"values\":[-1"),
    ] {
        assert_ne!(wrong, text);
        let path = folder.write("wrong.json", &wrong);
        let output = run(&["verify", &rules, &path]);
        assert_eq!(output.status.code(), Some(2), "{wrong}: {}", out(&output));
        assert!(
            err(&output).contains("nimrule::bad_certificate"),
            "{wrong}: {}",
            err(&output)
        );
        assert!(out(&output).is_empty(), "{wrong}");
    }
    let path = folder.write("wrong.json", [0xFF, 0xFE, b'{']);
    assert_eq!(run(&["verify", &rules, &path]).status.code(), Some(2));
    for path in [folder.file("none.json"), folder.name()] {
        let output = run(&["verify", &rules, &path]);
        ends(&output, 2);
        complains(&output, "nimrule::unreadable");
    }
}

/// A theorem is stated for some games only, whatever the moves; the format had another version before.
#[test]
fn a_certificate_of_another_game_or_version_is_refused() {
    let folder = Folder::new();
    let rules = folder.write("rules.nimrule", "game kayles { octal 0.77 }");
    let proof = folder.file("proof.json");
    let output = run(&["period", &rules, "--certificate", &proof]);
    ends(&output, 0);
    for (more, why) in [
        ("each turn 1..2 piles", "1..2 piles"),
        ("each turn all piles", "all piles"),
        ("misere", "normal play"),
        ("loopy", "for ever"),
    ] {
        let other = format!("game kayles {{ octal 0.77 {more} }}");
        let other = folder.write("other.nimrule", other);
        let output = run(&["verify", &other, &proof]);
        assert_eq!(output.status.code(), Some(1), "{more}: {}", err(&output));
        assert!(out(&output).contains(why), "{more}: {}", out(&output));
        assert!(!out(&output).contains("verified"), "{}", out(&output));
    }
    let bounded = "game kayles { pile n in 0..100 octal 0.77 }";
    let bounded = folder.write("bounded.nimrule", bounded);
    for command in [
        &["verify", &bounded, &proof][..],
        &["period", &bounded],
        &["period", &bounded, "--json"],
        &["period", &bounded, "--certificate", &proof],
    ] {
        let output = run(command);
        let said = out(&output) + &err(&output);
        assert!(said.contains("the pile ends at 100"), "{command:?}: {said}");
        for claim in ["verified: ", "settles all larger", "\"proven\":true"] {
            assert!(!said.contains(claim), "{command:?}: {said}");
        }
    }

    let text = std::fs::read_to_string(&proof).expect("a proof");
    let old = text
        .replacen("version 2", "version 1", 1)
        .replacen("\"mask\"", "\"other\"", 1);
    let old = folder.write("old.json", old);
    let output = run(&["verify", &rules, &old]);
    ends(&output, 2);
    complains(&output, "make it again");
}

/// No period of 0.007 is known, and the limit is reached long before 30 million values.
#[test]
fn a_limit_does_not_lose_what_is_known_of_a_period() {
    let folder = Folder::new();
    let rules = folder.write("rules.nimrule", "game g { octal 0.007 }");
    let proof = folder.file("proof.json");
    let limit = ["--max-memory", "100KB"];
    let output = run(&[&["period", &rules, "--certificate", &proof][..], &limit].concat());
    ends(&output, 3);
    for said in [
        "no period is proven",
        "a limit was reached",
        "values computed for n = 0..",
        "the largest is",
    ] {
        says(&output, said);
    }
    let why = err(&output);
    assert!(why.contains("nimrule::memory_limit"), "{why}");
    assert!(!Path::new(&proof).exists());

    let output = run(&[&["period", &rules, "--json"][..], &limit].concat());
    ends(&output, 3);
    let object = &objects(&output)[1];
    assert_eq!(object["proven"], json!(false), "{object}");
    assert_eq!(object["stopped"], json!("memory_limit"), "{object}");
    assert!(object["checked_to"].as_u64() > Some(250), "{object}");
    assert!(object["max"].as_u64() > Some(3), "{object}");
    assert!(object["why_not"].is_string(), "{object}");
}

/// What is typed is read as it can only be meant, and that is told; `check` says what is wrong with it.
#[test]
fn typed_rules_are_read_as_they_are_meant() {
    let rules = "take 1, 3 or 4, last player loses";
    let solved = run(&["solve", "-e", rules, "7"]);
    let told = "read as game rule { take 1, 3, 4 misere }\n";
    assert_eq!(
        (solved.status.code(), err(&solved).as_str()),
        (Some(0), told)
    );
    assert!(out(&solved).starts_with("rule[7]"), "{}", out(&solved));
    let said = "on each turn, a player removes 1 or 2 stones; whoever takes the last one loses";
    let told = "read as game rule { take 1, 2 misere }\n";
    assert_eq!(err(&run(&["describe", "-e", said])), told);
    assert_eq!(run(&["check", "-e", rules]).status.code(), Some(2));
    let folder = Folder::new();
    let file = folder.write("a.nimrule", "game a { take 1 or 2 }");
    assert_eq!(run(&["values", &file]).status.code(), Some(2));
}

/// What is written on the command line has the places that it has there, as data too.
#[test]
fn places_count_in_what_was_written() {
    let output = run(&["check", "-e", "take 1\n  take foo", "--json"]);
    let complaint = &objects(&output)[0];
    assert_eq!(complaint["line"], json!(2));
    assert_eq!(complaint["column"], json!(8));
    assert_eq!(complaint["bytes"], json!([14, 17]));
    assert_eq!(complaint["labels"][0]["bytes"], json!([14, 17]));
    let output = run(&["check", "-e", "take k where k is 3", "--json"]);
    let fix = &objects(&output)[0];
    assert_eq!(fix["bytes"], json!([15, 17]), "{fix}");
}

/// 0.156 has period 349 from 3479 on, as in *Winning Ways*, chapter 4.
#[test]
fn a_search_for_a_period_goes_on_from_its_checkpoint() {
    let folder = Folder::new();
    let once = run(&["period", "0.156"]);
    ends(&once, 0);
    let statement = |output: &Output| out(output).lines().next().map(str::to_owned);
    assert_eq!(
        statement(&once).as_deref(),
        Some("octal 0.156   period 349 from n = 3479 on")
    );
    // Stopped by the largest pile, and by time before there is much.
    for (name, limit, code) in [
        ("to", ["--to", "2000"], 0),
        ("time", ["--max-time", "1ms"], 3),
    ] {
        let kept = ["--checkpoint", &folder.file(name)];
        let game = ["period", "octal 0.156"];
        let stopped = run(&[&game[..], &limit, &kept].concat());
        assert_eq!(
            stopped.status.code(),
            Some(code),
            "{name}: {}",
            err(&stopped)
        );
        let known = std::fs::read(folder.file(name)).map_or(0, |bytes| bytes.len());
        let found = run(&[&game[..], &kept, &["--certificate", &folder.file("proof")]].concat());
        assert_eq!(found.status.code(), Some(0), "{name}: {}", err(&found));
        assert_eq!(statement(&found), statement(&once), "{name}");
        let rests = out(&found).contains("rests on the values for n = 0..");
        assert_eq!(rests, known > 300, "{name}: {}", out(&found));
        let verified = run(&["verify", "0.156", &folder.file("proof")]);
        ends(&verified, 0);
        // A value of another code is not the one that it claims.
        let other = run(&["verify", "0.07", &folder.file("proof")]);
        ends(&other, 1);
        // Now the whole answer is in the file, under any name of the game.
        let rules = ["period", "-e", "octal 0.156", "--json"];
        let again = run(&[&rules[..], &kept].concat());
        let object = &objects(&again)[0];
        assert_eq!(
            (&object["period"], &object["preperiod"]),
            (&json!(349), &json!(3479))
        );
        assert!(object["resumed"].as_u64() > Some(3479), "{object}");
        let by = object["by"]["detail"].as_str().unwrap_or_default();
        assert!(
            by.ends_with("on values that were read from a checkpoint"),
            "{by}"
        );
    }
    // Values that need two bytes.
    let game = ["period", "-e", "take 1..600  split into 2"];
    let wide = folder.file("wide");
    let kept = [&game[..], &["--checkpoint", &wide]].concat();
    let stopped = run(&[&kept[..], &["--to", "1000"]].concat());
    says(&stopped, "no period is proven");
    assert_eq!(statement(&run(&kept)), statement(&run(&game)));
}

#[test]
fn what_is_no_checkpoint_of_the_game_is_left_alone() {
    let folder = Folder::new();
    let kept = folder.file("kept");
    let output = run(&["period", "0.156", "--to", "3000", "--checkpoint", &kept]);
    ends(&output, 0);
    let good = std::fs::read(&kept).expect("a checkpoint");
    let line = good.iter().position(|byte| *byte == b'\n').expect("a line");
    let head = String::from_utf8(good[..line].to_vec()).expect("UTF-8");
    let with_head = |head: String| [head.as_bytes(), &good[line..]].concat();
    let with = |place: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[place] ^= byte;
        bytes
    };
    let ends = "ends in the middle of a checkpoint";
    let altered = "was altered since it was written";
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "is empty"),
        (b"game kayles { octal 0.77 }\n".to_vec(), "is no checkpoint"),
        (vec![0; 5000], "is no checkpoint"),
        (good[..10].to_vec(), "is no checkpoint"),
        (good[..line - 5].to_vec(), ends),
        (good[..line + 1].to_vec(), ends),
        (good[..good.len() / 2].to_vec(), ends),
        (good[..good.len() - 1].to_vec(), ends),
        ([&good[..], b"x"].concat(), altered),
        (with(line + 500, 1), altered),
        (with(good.len() - 1, 128), altered),
        (
            with_head(head.replace("octal 0.156", "octal 0.165")),
            altered,
        ),
        (
            with_head(head.replace("\"values\":", "\"valuez\":")),
            altered,
        ),
        (
            with_head(head.replace("\"values\":", "\"values\":99999")),
            ends,
        ),
        (with_head(head.replace("\"bytes\":1", "\"bytes\":0")), ends),
        (
            with_head(head.replace("version 1", "version 2")),
            "version 2\", and this is",
        ),
    ];
    for (bytes, why) in cases {
        assert_ne!(bytes, good);
        let path = folder.write("wrong", &bytes);
        let output = run(&["period", "0.156", "--checkpoint", &path]);
        let said = err(&output);
        assert_eq!(output.status.code(), Some(2), "{why}: {said}");
        assert!(said.contains("nimrule::bad_checkpoint"), "{why}: {said}");
        assert!(said.replace("\n  │ ", " ").contains(why), "{why}: {said}");
        assert_eq!(out(&output), "", "{why}");
        assert_eq!(std::fs::read(&path).expect("a file"), bytes, "{why}");
    }
}

#[test]
fn a_checkpoint_that_cannot_be_kept_is_refused_before_the_work() {
    let folder = Folder::new();
    let kept = folder.file("kept");
    let output = run(&["period", "0.156", "--to", "3000", "--checkpoint", &kept]);
    ends(&output, 0);
    let good = std::fs::read(&kept).expect("a checkpoint");
    let none = folder.file("none");
    let below = format!("{none}/kept");
    let long = "x".repeat(300);
    for (args, code, why) in [
        (["0.165", &kept], "bad_checkpoint", "of another game"),
        (["nim", &none], "no_checkpoint", "the engine `nim`"),
        (["misere(kayles)", &none], "misere_grundy", ""),
        (
            ["0.156", &folder.name()],
            "unreadable_file",
            "it is a directory",
        ),
        (["0.156", "/dev/null"], "output", "keeps nothing"),
        (["0.156", &below], "output", "there is no such folder"),
        (["0.156", &long], "unreadable_file", ""),
        (["0.156", ""], "output", ""),
    ] {
        let output = run(&["period", args[0], "--checkpoint", args[1]]);
        let said = err(&output).replace("\n  │ ", " ");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(
            said.contains(&format!("nimrule::{code}")),
            "{args:?}: {said}"
        );
        assert!(said.contains(why), "{args:?}: {said}");
        assert!(!Path::new(&none).exists(), "{args:?}");
    }
    assert_eq!(std::fs::read(&kept).expect("a checkpoint"), good);
}

#[test]
fn certificates_that_cannot_be_written() {
    let folder = Folder::new();
    let rules = folder.write(
        "rules.nimrule",
        "game g { take 1..3 } game h { split into 2 unequal }",
    );
    for path in [
        folder.file("none/proof.json"),
        format!("{rules}/proof.json"),
        folder.name(),
        String::new(),
    ] {
        let output = run(&["period", &rules, "g", "--certificate", &path]);
        assert_eq!(output.status.code(), Some(2), "{path}: {}", out(&output));
        assert!(
            err(&output).contains("nimrule::output"),
            "{path}: {}",
            err(&output)
        );
    }
    // Without a proof nothing is written, and what was there stays.
    let old = folder.write("old.json", "old");
    let output = run(&["period", &rules, "h", "--to", "500", "--certificate", &old]);
    ends(&output, 2);
    complains(&output, "nimrule::no_period");
    assert_eq!(std::fs::read_to_string(&old).expect("a file"), "old");
    let mut left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 2);
    let output = run(&["period", &rules, "g", "--certificate", &old]);
    ends(&output, 0);
    assert_eq!(run(&["verify", &rules, &old]).status.code(), Some(0));
    left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 2);
}

/// Codes with the digit 8 whose values rise by the same amount again and again, as programs independent of this one saw.
#[test]
fn what_is_only_observed_is_not_called_proven() {
    let folder = Folder::new();
    for (rule, period, preperiod, saltus) in [
        ("hex 0.8", 3, 1, 1),
        ("hex 0.C", 2, 1, 1),
        ("hex 0.13FF", 7, 6, 4),
    ] {
        let rules = folder.write("rules.nimrule", format!("game g {{ {rule} }}"));
        let output = run(&["period", &rules, "--to", "300"]);
        ends(&output, 0);
        let text = out(&output);
        let observed = format!(
            "observed on 0..300, not proven: g(n + {period}) = g(n) + {saltus} from n = {preperiod} on"
        );
        assert!(text.contains(&observed), "{text}");
        assert!(text.contains("no period is proven"), "{text}");
        assert!(!text.contains("settles"), "{text}");
        let output = run(&["period", &rules, "--to", "300", "--json"]);
        let object = &objects(&output)[0];
        assert_eq!(object["proven"], json!(false), "{object}");
        assert_eq!(object["theorem"], json!(null), "{object}");
        let shape = [&object["period"], &object["preperiod"], &object["saltus"]];
        assert_eq!(shape, [&json!(period), &json!(preperiod), &json!(saltus)]);
        assert_eq!(object["checked_to"], json!(300));
        let output = run(&["eval", &rules, "period(g)", "--max-time", "1s"]);
        assert_ne!(output.status.code(), Some(0), "{}", out(&output));
    }
}

#[test]
fn the_misere_quotient_of_kayles() {
    let found = objects(&run(&["quotient", "kayles", "--to", "200", "--json"]));
    let found = found.first().expect("an object");
    // Plambeck 2005.
    for (field, wanted) in [
        ("game", json!("kayles")),
        ("upto", json!(200)),
        ("order", json!(40)),
        ("p_portion", json!(9)),
        (
            "partial_orders",
            json!([
                [1, 2],
                [2, 6],
                [5, 12],
                [9, 18],
                [12, 24],
                [25, 32],
                [27, 40]
            ]),
        ),
        ("whole", json!(true)),
        ("period", json!(12)),
        ("preperiod", json!(71)),
        ("lost_piles", json!([1, 4, 9, 12, 20])),
        ("stopped", json!(null)),
    ] {
        assert_eq!(found[field], wanted, "{field}");
    }
    let partial = objects(&run(&["quotient", "kayles", "--to", "9", "--json"]));
    assert_eq!(partial[0]["order"], json!(18));
    assert_eq!(partial[0]["whole"], json!(false));
}

#[test]
fn a_quotient_that_grows_is_given_as_far_as_it_was_found() {
    let folder = Folder::new();
    let path = &folder.write("grows.nimrule", "game g { octal 0.06 }");
    // Orders of partial quotients worked out by another program.
    let known = json!([[3, 2], [5, 6], [12, 12], [13, 24], [15, 48]]);
    let found = objects(&run(&["quotient", path, "--to", "15", "--json"]));
    assert_eq!(found[0]["partial_orders"], known);
    // How far it comes in time depends on the machine.
    let output = run(&[
        "quotient",
        path,
        "--to",
        "60",
        "--max-time",
        "200ms",
        "--json",
    ]);
    ends(&output, 3);
    let found = objects(&output);
    let known = known.as_array().into_iter().flatten();
    let orders = found[1]["partial_orders"].as_array().expect("a list");
    assert!(
        orders
            .iter()
            .zip(known)
            .all(|(found, known)| found == known)
    );
    assert_eq!(found[1]["whole"], json!(false));
}

#[test]
fn genera_of_kayles() {
    let found = objects(&run(&["genus", "kayles", "--to", "9", "--json"]));
    // Winning Ways, chapter 13.
    let genera = [
        "0^1", "1^0", "2^2", "3^3", "1^0", "4^{146}", "3^3", "2^2", "1^1", "4^{046}",
    ];
    assert_eq!(found[0]["genera"], json!(genera));
    assert_eq!(found[0]["first_wild"], json!(5));
}

/// A file may begin with the mark that some programs put before UTF-8; it is no part of what is read, but a second one is.
#[test]
fn files_may_begin_with_a_byte_order_mark() {
    let folder = Folder::new();
    folder.write("amounts.csv", "\u{feff}amount\n1\n3\n");
    folder.write("steps.csv", "\u{feff}1,0\n3,1\n");
    let file = folder.write(
        "main.nimrule",
        "\u{feff}game g { octal 0.77 }\n\
         let amounts = column(\"amounts.csv\", \"amount\")\n\
         let steps = rows(\"steps.csv\")\n\
         expect amounts == [1, 3]\n\
         expect len(steps) == 2\n",
    );
    let output = run(&["test", &file]);
    ends(&output, 0);
    says(&output, "2 hold");
    let proof = folder.file("proof.json");
    let output = run(&["period", &file, "--certificate", &proof]);
    ends(&output, 0);
    let text = std::fs::read_to_string(&proof).expect("a proof");
    let proof = folder.write("marked.json", format!("\u{feff}{text}"));
    let output = run(&["verify", &file, &proof]);
    ends(&output, 0);

    folder.write("amounts.csv", "\u{feff}\u{feff}amount\n1\n3\n");
    let output = run(&["test", &file]);
    ends(&output, 2);
    folder.write("amounts.csv", "amount\n1\n3\n");
    folder.write("steps.csv", "\u{feff}\u{feff}1,0\n3,1\n");
    let output = run(&["test", &file]);
    ends(&output, 1);
    let twice = folder.write("twice.json", format!("\u{feff}\u{feff}{text}"));
    let output = run(&["verify", &file, &twice]);
    ends(&output, 2);
}

/// What a certificate and a number on the command line lack is said in words for people.
#[test]
fn half_a_certificate_and_no_number_are_told() {
    let folder = Folder::new();
    let file = folder.write("rules.nimrule", "game g { octal 0.77 }\n");
    let proof = folder.file("proof.json");
    let output = run(&["period", &file, "--certificate", &proof]);
    ends(&output, 0);
    let text = std::fs::read_to_string(&proof).expect("a proof");
    for (name, text, said) in [
        ("empty.json", "", "is empty"),
        ("space.json", " \n", "ends in the middle"),
        ("half.json", &text[..text.len() / 2], "ends in the middle"),
        ("other.json", "no proof", "is no certificate"),
    ] {
        let proof = folder.write(name, text);
        let output = run(&["verify", &file, &proof]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let words: String = err(&output)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(words.contains(said), "{words}");
        assert!(words.contains("--certificate OUT"), "{words}");
        assert!(!words.contains("EOF"), "{words}");
    }
    for to in ["1e3", "10^3", "1_000"] {
        let values = run(&["values", "nim", "--from", "999", "--to", to, "--json"]);
        assert_eq!(objects(&values)[0]["values"], json!([999, 1000]), "{to}");
    }
    for (args, said) in [
        (&["values", "nim", "--to", "many"][..], "1e6"),
        (&["values", "nim", "--to", "-1"], "from 0 on"),
        (&["period", "nim", "--to", "1e19"], "too large"),
        (&["survey", "nim", "--to", "1.5"], "1e6"),
        (&["explain", "nim", "3", "--depth", "1e4"], "0 to 1000"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains(said), "{args:?}: {}", err(&output));
    }
}

/// Escapes, C1 controls and marks that turn the writing round, wherever a file has them.
#[test]
fn nothing_of_a_file_is_obeyed_by_the_terminal() {
    let folder = Folder::new();
    let bad = "a\u{1b}[2Jb\u{1b}[31mc\u{202e}d\u{9b}5me\u{2066}f";
    let rules = format!(
        "# {bad}\ngame evil \"{bad}\" {{\n    # {bad}\n    take 1..2 leaving 0..2 piles\n}}\n\
         let table = 3 # {bad}\n"
    );
    let file = folder.write("evil.nimrule", &rules);
    let wrong = folder.write(
        "wrong.nimrule",
        format!("{rules}expect table == 4 # {bad}\n"),
    );
    let missing = folder.write("missing.nimrule", format!("{rules}use \"{bad}.nimrule\"\n"));
    let named = folder.write(&format!("names/{bad}.nimrule"), &rules);
    let saved = folder.write(
        "saved.json",
        format!("{{\"file\":\"{bad}\",\"x\":\"{bad}\"}}"),
    );
    let harmless = |args: &[&str], output: &Output| {
        let text = out(output) + &err(output);
        let is_bad = |c: char| {
            c.is_control() && !"\n\t".contains(c)
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.chars().any(is_bad), "{args:?} {text:?}");
        assert_ne!(text, "", "{args:?}");
    };
    for args in [
        &["solve", &file, "5"][..],
        &["values", &file, "--to", "9"],
        &["values", &file, "--to", "9", "--csv"],
        &["period", &file],
        &["explain", &file, "5"],
        &["line", &file, "5"],
        &["plan", &file],
        &["plot", &file],
        &["plot", &file, "3"],
        &["plot", &file, "-o", "-"],
        &["report", &file, "--to", "20", "-o", "-"],
        &["export", &file, "--lang", "python"],
        &["export", &file, "--lang", "python", "--json"],
        &["survey", &file, "--to", "99"],
        &["test", &file, &wrong, &missing, &named],
        &["test", &named, "--json"],
        &["check", &named, &missing, "--json"],
        &["solve", &missing, "5"],
        &["play", &saved],
        &["solve", bad, "5"],
        &["solve", &file, bad],
        &["frobnicate", bad],
        &["--max-time", bad],
    ] {
        harmless(args, &run(args));
    }
    let script = format!(
        ":games\n:show evil\n:show table\n:load {named}\n:load {bad}\n:{bad}\n:play evil[3]\nmoves\nresign\n"
    );
    let args = ["repl", &file];
    harmless(&args, &run_with(&args, &script));
    let args = ["play", &file, "4", "--first", "me"];
    harmless(
        &args,
        &run_with(&args, &format!("save {}/x\nwhy\n", folder.name())),
    );
}

/// What is answered must be written somewhere, or the exit code says that it was not.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_an_error() {
    let folder = Folder::new();
    let picture = folder.file("x.svg");
    for (args, input) in [
        (&["--help"][..], ""),
        (&["--version"], ""),
        (&["solve", "--help"], ""),
        (&["values", "nim", "--to", "3"], ""),
        (&["values", "nim", "--to", "3", "--csv"], ""),
        (&["solve", "nim", "3", "--json"], ""),
        (&["check", "examples/classic/nim.nimrule"], ""),
        (&["survey", "--octal", "1", "--to", "50"], ""),
        (&["play", "nim", "3"], "1\n"),
        (&["repl"], "1 + 1\n"),
        (&[], "1 + 1\n"),
    ] {
        for (to, why) in [
            (">&-", "closed"),
            ("1</dev/null", "closed"),
            (">/dev/full", "full"),
        ] {
            let output = into(to, args, input);
            assert_eq!(output.status.code(), Some(2), "{args:?} {to}");
            assert!(err(&output).contains(why), "{args:?} {to} {}", err(&output));
        }
        assert_eq!(
            into(">/dev/null", args, input).status.code(),
            Some(0),
            "{args:?}"
        );
    }
    // Nothing has to be written there.
    let args = ["plot", "nim", "-o", &picture];
    assert_eq!(into(">&-", &args, "").status.code(), Some(0));
    assert_eq!(into(">&-", &["frobnicate"], "").status.code(), Some(2));
}

/// Runs the program with its standard output redirected like this.
#[cfg(target_os = "linux")]
fn into(redirection: &str, args: &[&str], input: &str) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("exec \"$@\" {redirection}"), "sh"])
        .arg(env!("CARGO_BIN_EXE_nimrule"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    fed(&mut command, input)
}

/// A certificate goes where a link leads, and keeps the mode of what was there.
#[cfg(unix)]
#[test]
fn what_is_written_goes_through_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let target = folder.write("inner/proof.json", "old");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).expect("a mode");
    let mine = folder.write("link.json.part", "mine");
    let link = folder.path().join("link.json");
    symlink("inner/proof.json", &link).expect("a link");
    let word = link.to_str().expect("UTF-8");
    for args in [
        &["period", "kayles", "--certificate", word][..],
        &["report", "kayles", "--to", "5", "-o", word],
    ] {
        let before = std::fs::read(&target).expect("a file");
        assert!(run(args).status.success(), "{args:?}");
        assert!(link.is_symlink());
        assert_ne!(std::fs::read(&target).expect("a file"), before);
        let mode = std::fs::metadata(&target)
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
    }
    let script = format!("game nim {{ take any }}\n:save! {word}\n");
    assert!(run_with(&[], &script).status.success());
    assert!(link.is_symlink());
    let text = std::fs::read_to_string(&target).expect("a file");
    assert!(text.contains("game nim"), "{text}");
    assert_eq!(std::fs::read(mine).expect("a file"), b"mine");
}

/// What lies outside of the root of a rule file is not read, and what is neither rules nor a table is not shown.
#[test]
fn files_are_read_below_a_root_and_never_shown() {
    let folder = Folder::new();
    let secret = "s3cret 1, 2\nhunter2 = { s3cret\n";
    let outside = folder.write("secret", secret);
    folder.write("outside.csv", "s\nnone\n");
    folder.write("rules.nimrule", "game outside { take 1 }");
    folder.write("project/inside", secret);
    folder.write("project/inside.csv", "a\nnone\n");
    folder.write("project/games/nim.nimrule", "game nim { take any }");
    let main = folder.write("project/games/main.nimrule", "");
    let check = |text: &str, more: &[&str]| {
        std::fs::write(&main, text).expect("a file");
        let mut args = vec!["check", &main];
        args.extend(more);
        let output = run(&args);
        let said = err(&output) + &out(&output);
        assert!(
            !said.contains("s3cret") && !said.contains("hunter2"),
            "{text}\n{said}"
        );
        // A line of the program may be broken anywhere.
        (
            output.status.code(),
            said.split_whitespace().collect::<String>(),
        )
    };
    let absolute = format!("use \"{outside}\"");
    let far = [
        "use \"../../secret\"",
        "use \"../../rules.nimrule\"",
        "use \"../../not_there\"",
        "let x = rows(\"../../secret\")",
        "let x = rows(\"../../outside.csv\")",
        "let x = column(\"../../outside.csv\", \"s\")",
        &absolute,
    ];
    let near = ["use \"../inside\"", "let x = rows(\"../inside.csv\")"];
    let true_folder = folder.name();
    for text in far {
        let (code, said) = check(text, &[]);
        assert_eq!(code, Some(2), "{text}");
        assert!(said.contains("nimrule::outside_root"), "{said}");
        let help = format!("`--allow-read{true_folder}`");
        assert!(said.contains(&help), "{said}");
    }
    for text in near {
        assert!(check(text, &[]).1.contains("nimrule::outside_root"));
    }
    // The root is where a marker is, and what lies below an allowed folder is read.
    folder.write("project/nimrule.root", "");
    for text in near {
        let (code, said) = check(text, &[]);
        assert_eq!(code, Some(2), "{text}");
        assert!(!said.contains("outside_root"), "{said}");
    }
    assert!(check(near[1], &[]).1.contains("`none`isnotaninteger"));
    for text in far {
        assert!(
            check(text, &[]).1.contains("nimrule::outside_root"),
            "{text}"
        );
        let (_, said) = check(text, &["--allow-read", &folder.name()]);
        assert!(!said.contains("outside_root"), "{said}");
    }
    let uses = "use \"../games/nim.nimrule\"";
    assert_eq!(check(uses, &[]).0, Some(0));
    let allow = ["--allow-read", &true_folder];
    assert_eq!(check("use \"../../rules.nimrule\"", &allow).0, Some(0));
    assert_eq!(check(uses, &["--allow-read", "not/there"]).0, Some(2));
    #[cfg(unix)]
    {
        let link = |from: &str, to: &str| {
            std::os::unix::fs::symlink(folder.path().join(to), folder.path().join(from))
                .expect("a link");
        };
        link("project/link.nimrule", "rules.nimrule");
        let (_, said) = check("use \"../link.nimrule\"", &[]);
        assert!(said.contains("nimrule::outside_root"), "{said}");
        link("project/folder", ".");
        let (_, said) = check("use \"../folder/rules.nimrule\"", &[]);
        assert!(said.contains("nimrule::outside_root"), "{said}");
    }
}

/// Standard input and the prompt stand in the current folder; this repository is one root.
#[test]
fn standard_input_reads_from_the_current_folder() {
    let repository = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let text = "use \"../classic/nim.nimrule\"\nexpect winner(nim[1, 1]) == second\n";
    for args in [&["test", "-"][..], &[]] {
        let ask = |folder: PathBuf| fed(nimrule(args).current_dir(folder), text);
        for inside in ["examples/classic", "examples/octal", "examples/contest"] {
            let output = ask(repository.join(inside));
            assert_eq!(output.status.code(), Some(0), "{inside} {}", err(&output));
        }
        let alone = Folder::new();
        alone.write("classic/nim.nimrule", "game nim { take any }");
        alone.write("here/nothing", "");
        let output = ask(alone.path().join("here"));
        ends(&output, 2);
        complains(&output, "nimrule::outside_root");
    }
}

/// What is read stays within the limits of memory, as the system counts it too.
#[cfg(unix)]
#[test]
fn reading_stays_within_the_memory() {
    let folder = Folder::new();
    folder.write("table.csv", "1,2\n".repeat(3_000_000));
    let cases = [
        ("rows", "let pairs = rows(\"table.csv\")".to_owned(), false),
        (
            "column",
            "let ones = column(\"table.csv\", \"1\")".to_owned(),
            false,
        ),
        (
            "lets",
            (0..20)
                .map(|n| format!("let x{n} = [1; 1_000_000]\n"))
                .collect(),
            false,
        ),
        (
            "games",
            (0..60_000)
                .map(|n| format!("game g{n} {{ take 1 }}\n"))
                .collect(),
            false,
        ),
        (
            "list",
            format!("let _x = [{}]", "1, ".repeat(1_000_000) + "1"),
            false,
        ),
        // These fit.
        (
            "two lets",
            "let _x = [1; 1_000_000]\nlet _y = _x".to_owned(),
            true,
        ),
        (
            "some games",
            (0..2_000)
                .map(|n| format!("game g{n} {{ take 1 }}\n"))
                .collect(),
            true,
        ),
        (
            "a list",
            format!("let _x = [{}]", "1, ".repeat(50_000) + "1"),
            true,
        ),
    ];
    for (name, text, fits) in cases {
        let file = folder.write("rules.nimrule", text);
        let program = env!("CARGO_BIN_EXE_nimrule");
        // The stack of 64 MiB is counted here, though it is not used.
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 400000 && exec \"$0\" \"$@\""])
            .args([program, "check", &file, "--max-memory", "64MiB"])
            .output()
            .expect("the program runs");
        let expected = if fits { 0 } else { 3 };
        let said = err(&output);
        assert_eq!(output.status.code(), Some(expected), "{name} {said}");
        assert!(
            fits || said.contains("nimrule::memory_limit"),
            "{name} {said}"
        );
        assert!(said.matches("Error:").count() <= 1, "{name} {said}");
    }
}

/// A name of the file's own comes first.
#[test]
fn a_bundled_game_that_is_not_read_is_named() {
    let folder = Folder::new();
    for (game, help) in [
        ("g", "a line `use \"nim\"`"),
        ("Nim", "did you mean `Nim`?"),
    ] {
        let text = format!("game {game} {{ take any }}\nexpect grundy(nim[3]) == 3\n");
        let file = folder.write("asks.nimrule", text);
        let output = run(&["check", &file]);
        complains(&output, help);
        ends(&output, 2);
    }
}

/// How fast a win may be takes more memory than there is; another wins as well.
#[test]
fn a_winning_move_needs_no_length() {
    let output = run(&["solve", "nim", "200", "300", "400", "500"]);
    says(&output, "take 128 from the pile of 300");
    ends(&output, 0);
}

/// The winner is known at once, how long the game lasts is not found within the limit.
#[test]
fn a_limit_does_not_lose_the_winner() {
    let args = [
        "solve",
        "kayles",
        "25",
        "25",
        "30",
        "30",
        "--max-memory",
        "2MB",
    ];
    let output = run(&args);
    let told = out(&output);
    assert!(told.contains("the second player wins"), "{told}");
    assert!(
        told.contains("No winning move. To play on: take ")
            && told.contains("Not found: the longest resistance, since this needs at least "),
        "{told}"
    );
    ends(&output, 3);
    complains(&output, "memory_limit");

    let output = run(&[&args[..], &["--json"]].concat());
    let [complaint, told] = &objects(&output)[..] else {
        panic!("{}", out(&output));
    };
    assert_eq!(complaint["code"], "memory_limit");
    assert_eq!(told["winner"], "second");
    assert_eq!(told["winning_count"], 0);
    let stopped = told["stopped"].as_str().expect("a reason");
    assert!(stopped.starts_with("this needs at least "), "{stopped}");
    ends(&output, 3);
}

#[test]
fn files_are_written_in_the_one_style() {
    let folder = Folder::new();
    let (old, new) = ("game g{take 1,2}\n", "game g { take 1, 2 }\n");
    let messy_name = folder.write("messy.nimrule", old);
    let wrong_name = folder.write("wrong.nimrule", "game g{take}");

    let output = run(&["fmt", "--check", &messy_name]);
    ends(&output, 1);
    assert_eq!(
        out(&output),
        format!("{messy_name} is not in the one style\n")
    );
    let output = run(&["fmt", "--diff", &messy_name]);
    ends(&output, 0);
    says(&output, "-game g{take 1,2}\n+game g { take 1, 2 }\n");
    assert_eq!(folder.read("messy.nimrule"), old);

    // What cannot be read is left, and the others are written all the same.
    let output = run(&["fmt", &folder.name()]);
    ends(&output, 2);
    complains(&output, "wrong.nimrule");
    assert_eq!(
        (
            folder.read("messy.nimrule").as_str(),
            folder.read("wrong.nimrule").as_str()
        ),
        (new, "game g{take}")
    );
    let output = run(&["fmt", "--check", &messy_name]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), ""));

    let output = run_with(&["fmt", "-"], old);
    assert_eq!(
        (output.status.code(), out(&output).as_str()),
        (Some(0), new)
    );
    let output = run_with(&["fmt", "-", "--json"], old);
    let answer = json!({ "file": "-", "changes": true, "written": true, "text": new });
    assert_eq!(objects(&output), [answer]);
    for (args, code) in [
        (&["fmt"][..], 2),
        (&["fmt", "kayles"], 2),
        (&["fmt", "no/such.nimrule"], 2),
        (&["fmt", &wrong_name, "--check"], 2),
    ] {
        assert_eq!(run(args).status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn rules_may_stand_in_the_place_of_a_file() {
    for (args, expected) in [
        (
            &["eval", "take 1..3 misere", "winner(rule[5])"][..],
            "second",
        ),
        (&["solve", "take 1..3", "8"], "rule[8]   the second"),
        (
            &["solve", "remove 1, 2 or 3 coins", "8"],
            "rule[8]   the second",
        ),
        (
            &["values", "pile n  take 1, 3", "--to", "3"],
            "rule   Grundy values of piles of 0..3",
        ),
    ] {
        let output = run(args);
        ends(&output, 0);
        assert!(out(&output).starts_with(expected), "{}", out(&output));
    }
    let output = run(&["values", "take 1, 3 or 4"]);
    ends(&output, 0);
    assert_eq!(err(&output), "read as game rule { take 1, 3, 4 }\n");
}

/// A path that is too long for the system cannot be read by anybody.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_read_are_named_and_all_others_looked_through() {
    let folder = Folder::new();
    folder.write(
        "a.nimrule",
        "game a { take 1 }  expect winner(a[1]) == first\n",
    );
    folder.write(
        "z/z.nimrule",
        "game z { take 2 }  expect winner(z[1]) == second\n",
    );
    let (inner, outer) = (
        folder.path().join("d".repeat(250)),
        folder.path().join("outer"),
    );
    std::fs::create_dir(&inner).expect("a folder");
    for _ in 0..20 {
        std::fs::create_dir(&outer).expect("a folder");
        std::fs::rename(&inner, outer.join("d".repeat(250))).expect("a folder in it");
        std::fs::rename(&outer, &inner).expect("a name");
    }
    let output = run(&["test", &folder.name()]);
    ends(&output, 2);
    says(&output, "\n2 expectations hold");
    complains(&output, "cannot read `");
    let output = run(&["gallery", &folder.name(), "-o", &folder.file("site")]);
    ends(&output, 2);
    assert!(out(&output).starts_with("2 games"), "{}", out(&output));
}

#[test]
fn the_prompt_knows_each_command_or_where_it_is() {
    let (help, here) = (run(&["--help"]), run_with(&["repl"], ":help\n"));
    let (help, here) = (out(&help), out(&here));
    let commands = help.split("Commands:\n").nth(1).expect("a list");
    let commands = commands.split("\n\n").next().expect("its end");
    let names = commands.lines().filter_map(|line| {
        let line = line.strip_prefix("  ")?;
        let is_name = line.starts_with(|c: char| c.is_alphabetic());
        is_name.then(|| line.split(' ').next().expect("a word"))
    });
    let mut outside = Vec::new();
    for name in names {
        if here
            .split_whitespace()
            .any(|word| word.trim_end_matches(',') == format!(":{name}"))
        {
            continue;
        }
        outside.push(name);
    }
    assert_eq!(outside, ["repl", "lsp"]);
    // What is about files is done as on the command line; the others are told.
    let folder = Folder::new();
    let place = folder.write("x.nimrule", "game x{take 1}\n");
    let script = format!("1 + 1\n:fmt --check {place}\n:fmt {place}\n:check {place}\n:fmt\n");
    let told = run_with(&["repl"], &script);
    assert!(out(&told).starts_with("2\n"), "{}", out(&told));
    says(&told, ", no mistakes\n");
    complains(&told, "<FILE>");
    ends(&told, 2);
    assert_eq!(folder.read("x.nimrule"), "game x { take 1 }\n");
    assert!(out(&run_with(&["repl"], ":man quotient\n")).contains("nimrule-quotient"));
    for name in ["lsp", "repl"] {
        let told = run_with(&["repl"], &format!(":{name}\n"));
        let wanted = format!("`nimrule {name}` is a command of the shell");
        assert!(err(&told).contains(&wanted), "{name}: {}", err(&told));
    }
}
