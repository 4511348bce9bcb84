//! Exported programs are compiled, run, and compared with the definition.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use nimrule::{Language, Rulebook, Session, Settings};

use crate::common::{opened, value};

/// Games of many kinds, with the ranges in which they are compared.
const GAMES: &[(&str, &[(i64, i64)])] = &[
    ("nim", &[(0, 40)]),
    ("kayles", &[(0, 120)]),
    ("bounded(3)", &[(0, 20)]),
    ("subtraction", &[(0, 60)]),
    ("at_least", &[(0, 60)]),
    ("not_some", &[(0, 60)]),
    ("lasker", &[(0, 60)]),
    ("grundy", &[(0, 60)]),
    ("squares", &[(0, 120)]),
    ("coprime", &[(0, 60)]),
    ("divisors", &[(1, 60)]),
    ("up_to_half", &[(0, 60)]),
    ("thirds", &[(0, 30)]),
    ("distinct", &[(0, 25)]),
    ("even_parts", &[(0, 40)]),
    ("counted", &[(0, 20)]),
    ("uneven", &[(0, 30)]),
    ("hexadecimal", &[(0, 25)]),
    ("octal_16", &[(0, 60)]),
    ("tabled", &[(0, 11)]),
    ("listed", &[(0, 12)]),
    ("race", &[(0, 30)]),
    ("from_five", &[(5, 40)]),
    ("stopped", &[(0, 40)]),
    ("halves", &[(0, 60)]),
    ("below", &[(0, 12)]),
    ("copies", &[(0, 30)]),
    ("own", &[(0, 30)]),
    ("digit_sum", &[(0, 60)]),
    ("chosen", &[(0, 40)]),
    ("still", &[(0, 5)]),
    ("rook", &[(0, 9), (0, 9)]),
    ("wythoff", &[(0, 11), (0, 11)]),
    ("euclid", &[(0, 12), (0, 12)]),
    ("knight", &[(0, 7), (0, 7)]),
    ("paper", &[(0, 7), (0, 7)]),
    ("walled", &[(0, 6), (0, 6)]),
    ("three", &[(0, 4), (0, 4), (0, 4)]),
    ("pieces", &[(0, 6), (1, 3)]),
    ("tied", &[(0, 6), (0, 6)]),
    ("int", &[(0, 9), (0, 9)]),
    ("bits", &[(0, 60)]),
    ("nimbers", &[(0, 40)]),
    ("ways", &[(0, 30)]),
    ("euclidean", &[(0, 30)]),
    ("partial_sums", &[(0, 30)]),
    ("dropped", &[(0, 60)]),
    ("lowered", &[(0, 60)]),
    ("cracked", &[(0, 50)]),
    ("cut", &[(0, 50)]),
    ("octal 0.6", &[(0, 30)]),
    (
        "game { take k where prime(k) and k < 2 * n / 3 }",
        &[(0, 30)],
    ),
];

/// A game, the function, a box, and the values in it by definition.
type Conjectured = (
    &'static str,
    &'static str,
    &'static [(i64, i64)],
    &'static str,
);

/// Games whose conjectured formulas are compared, with the function and the values by definition.
const FORMULAS: &[Conjectured] = &[
    (
        "lasker",
        "grundy",
        &[(0, 60)],
        "[grundy(lasker[n]) for n in 0..60]",
    ),
    (
        "kayles",
        "grundy",
        &[(0, 150)],
        "[grundy(kayles[n]) for n in 0..150]",
    ),
    (
        "up_to_half",
        "grundy",
        &[(0, 60)],
        "[grundy(up_to_half[n]) for n in 0..60]",
    ),
    (
        "rook",
        "grundy",
        &[(0, 9), (0, 9)],
        "[grundy(rook[(a, b)]) for a in 0..9, b in 0..9]",
    ),
    (
        "wythoff",
        "is_p_position",
        &[(0, 30), (0, 30)],
        "[if winner(wythoff[(a, b)]) == second then 1 else 0 for a in 0..30, b in 0..30]",
    ),
    (
        "misere(nim)",
        "is_p_position",
        &[(0, 4), (0, 4), (0, 4)],
        "[if winner(misere(nim)[a, b, c]) == second then 1 else 0 for a in 0..4, b in 0..4, c in 0..4]",
    ),
    // It holds from a size on.
    (
        "tail",
        "is_p_position",
        &[(0, 60)],
        "[if winner(tail[n]) == second then 1 else 0 for n in 0..60]",
    ),
    // It refers to itself.
    (
        "parts",
        "is_p_position",
        &[(0, 60)],
        "[if winner(parts[n]) == second then 1 else 0 for n in 0..60]",
    ),
];

const RULES: &str = r#"
game nim { take any }
game kayles "Kayles" { take 1..2 leaving 0..2 piles }
game bounded(k) { take 1..k }
game subtraction { take 2, 5, 7 }
game bits { take k for k in 1..n while k * k <= 4 * n where bitand(n, k) == k or bitor(k, 4) == shift(n, -1) }
game nimbers { take k for k in 1..n where nim_product(n, k + 300) % 5 != 2 and shift(k - 9, 2) < 80 and bitand([n, k, 6]) != 2 and bitor([k, 1]) > 2 }
game at_least { take 3.. }
let ways_to(n) = if n < 2 then 1 else ways_to(n - 1) + ways_to(n - 2)
game ways { take k for k in 1..n where ways_to(k) % 3 != 1 }
let by_euclid(a, b) = if b == 0 then a % 2 == 0 else not by_euclid(b, a % b)
game euclidean { take k for k in 1..5 where by_euclid(n, k) }
let partial(n) = 1 + sum([partial(k) for k in 0..n / 2 - 1])
game partial_sums { take 1..partial(n) % 5 }
game dropped { take (n + 1) / 2  take n - n / 3 where n > 1 }
game lowered { move n -> n / 2 - 1 where n > 1  move n -> [n / 3 - k, n / 4 - 1] for k in 1..2 where n >= 6 }
game cracked { take k leaving 0..2 piles where square(k) }
game cut { move n -> [a, a, n - 2 * a] for a in 1..n / 4  move n -> [a, n - a - b] for a in 1..n / 2, b in 0..3 }
game tail { take k where k < n and n % k != 0 }
game parts { move n -> n / 2 where n > 1  move n -> n / 3 where n > 0 }
game not_some { take k where k not in [2, 3, 7] }
game lasker "Lasker's Nim" { take any  split into 2 }
game grundy "Grundy's game" { split into 2 unequal }
game squares { take k * k for k in 1.. }
game coprime { take k where gcd(k, n) == 1 }
game divisors { pile n in 1..  take k where k < n and n % k == 0 }
game up_to_half { take 1..n / 2 }
game thirds { split into 3 }
game distinct { split into 2.. unequal }
game even_parts { split into 2.. equal  take 1 }
game counted { take k leaving 1..k piles for k in 1..3 }
game uneven { take any leaving a, b where a < b and odd(a + b) }
game hexadecimal { hex 0.8F }
game octal_16 { octal 0.16 }
let low = [0, 1, 1, 2, 1, 3, 2, 2, 4, 1, 3, 5]
let high = [0, 1, 2, 2, 4, 4, 5, 7, 8, 8, 10, 9]
game tabled { pile n in 0..11  take low[n]..high[n] }
let allowed = [(1, 1), (1, 2), (2, 3), (3, 3), (2, 5), (4, 6), (5, 7), (3, 9), (8, 12), (12, 12)]
game listed { pile n in 0..12  take k where (k, n) in allowed }
game race { pile said in 0..30  move said -> said + k for k in 1..4 }
game from_five { pile n in 5..  take 1..n / 3 }
game stopped { take 1, 3, 4  end when n % 5 == 2  end when n < 2 }
game halves { move n -> n / 2 where n > 0  move n -> n - 1  move n -> (n - 7) / 2 }
game below { move n -> [a..n - 1] for a in 1..n - 1 }
game copies { move n -> [n / 2; k] for k in 0..3 where n > 0 }
game own { move n -> own[a, n - a - 1] for a in 0..n - 1 where a % 3 != 2 }
game digit_sum { let cost(size) = sum(digits(size)) + 1  take 1..cost(n) }
game chosen {
    let kind(size, by) = if size % 3 == 0 then by > 1 else if by > 2 then size > 20 else not even(size)
    take k for k in 1..5 where kind(n, k)
}
game still { take k where k < 0 }
game rook { pile (x, y)  take any from x  take any from y }
game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
game euclid { pile {a, b}  move b -> b - k * a for k in 1.. where a > 0 }
let jumps = [(-2, -1), (-1, -2), (-2, 1), (1, -2)]
game knight { pile (row in 0..7, col in 0..7)  move (row, col) -> (row + down, col + right) for (down, right) in jumps }
game paper {
    pile (w, h)
    move (w, h) -> [(i, h), (w - i, h)] for i in 1..w - 1
    move (w, h) -> [(w, i), (w, h - i)] for i in 1..h - 1
}
let wall = [[0, 1, 0, 0, 1, 0, 0], [0, 0, 0, 1, 0, 0, 1], [1, 0, 0, 0, 0, 1, 0], [0, 0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 1, 0, 0], [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0]]
game walled {
    pile (x in 0..6, y in 0..6)
    move x -> x - k for k in 1..x where all(wall[j][y] == 0 for j in x - k..x - 1)
    move y -> y - 1 where y > 0 and wall[x][y - 1] == 0
}
game three { pile (a, b, c)  move a -> a - 1  move b, c -> b - k, c - 1 for k in 1..b  move c -> c - b - 1 }
game pieces { pile (n, k in 1..3)  move n, k -> n - j, j for j in 1..3 where j != k }
game tied { pile {a, b}  take any from a  end when a == b  end when a > 2 * b + 1 }
game int { pile (for_, list)  take 1..3 from for_  move list -> list / 2 where list > 1 }
"#;

/// Conditions on `n` and `k` that use what the language has, one game for each.
const PROBES: &[&str] = &[
    "min(n, k, 3) == k",
    "max(n - 3 * k, k) % 2 == 1",
    "min([n, k + 2, 7]) > 2",
    "max([n / 2, k]) % 3 != 1",
    "abs(n - 4 * k) < 3",
    "gcd(n, k + 1) == 1",
    "gcd([n, 6, k]) == 1",
    "lcm(n, k) % 4 == 0",
    "lcm([2, k, 3]) < n",
    "pow(k, 2) <= n and pow(2, k) != n",
    "pow(-1, n) == 1",
    "isqrt(n * k) % 2 == 0",
    "ilog2(n + 1) >= k - 1",
    "popcount(n) % 2 == k % 2",
    "xor(n, k) > n",
    "xor(n, k, 5) % 3 == 0",
    "xor([n, k, 1]) % 2 == 0",
    "mex(0, n % 3, k % 2) != 2",
    "mex([x * k % 5 for x in 0..n]) > 1",
    "digits(n * 7)[0] != k",
    "prime(n + k)",
    "square(n) or square(n - k)",
    "odd(n - 2 * k) or even(k - n)",
    "fibonacci(n - k)",
    "triangular(n) or triangular(n + k)",
    "not power_of_two(n - k)",
    "len([x for x in 1..n where n % x == 0]) > 2",
    "sum([x * x for x in 1..k]) % 3 == n % 3",
    "sum(indices([n, k, 3])) == 3 and n % k == 0",
    "sort([n % 5, k, 3])[1] == 3",
    "reverse([n % 4, k])[0] != (n - 7) % 4",
    "len(unique([n % 3, k % 3, 2])) == 3",
    "any(x > n % 7 for x in [k, 3])",
    "all(x != n % 4 for x in [k, 3])",
    "remove([n % 5, k, 2], 1)[1] != k",
    "len(compositions(k, 2)) > n % 4",
    "[n, k, 1, 2][1..2] != [2, n % 3]",
    "([n % 3] ++ [1, k])[..1] == [k % 3, 1]",
    "len([n; k]) == 2 or len([0..n % 4]) > k",
    "(n, k) in [(5, 1), (7, 2), (9, 3), (6, 2), (1, 1)] or n % 5 == 3",
    "n - k in [1, 4, 6, 11, 12, 13, 20] or k in 2..n / 5",
    "n in k * 3.. and n % 4 not in [k, 0]",
    "(n - 20) / 3 % 2 == 0 and (n - 20) % -3 != -k",
    "1 <= n % 5 < k + 1 <= 4",
    "(if n % 3 == 0 then k else if n % 3 == 1 then 2 else k + n) % 2 == 0",
    "(n, k)[0] - (k, n)[1] + (n % 2, k)[0] == 1",
    "true and not (n % 3 == 1 or n % 4 == 1 and k > 1)",
    "-n + 2 * -k < -9 or n < 4",
];

fn rules() -> String {
    let mut text = RULES.to_string();
    for (number, probe) in PROBES.iter().enumerate() {
        let _ = writeln!(
            text,
            "game probe_{number} {{ pile n in 0..40  move n -> n - k for k in 1..4 where n > 0 and ({probe}) }}"
        );
    }
    text
}

/// A game with its values by definition, in a box.
struct Case {
    label: String,
    ranges: Vec<(i64, i64)>,
    values: Vec<u64>,
    function: &'static str,
    /// Whether it is the conjectured formula that is compared.
    conjecture: bool,
}

fn cases(book: &Rulebook) -> Vec<Case> {
    let plain = Settings::default().with_engine("plain");
    let mut session = Session::new(book.clone(), plain).unwrap();
    let mut all: Vec<(String, Vec<(i64, i64)>)> = Vec::new();
    all.extend(
        GAMES
            .iter()
            .map(|(label, ranges)| (label.to_string(), ranges.to_vec())),
    );
    all.extend((0..PROBES.len()).map(|number| (format!("probe_{number}"), vec![(0, 40)])));
    let formulas = |session: &mut Session| -> Vec<Case> {
        let asked = FORMULAS.iter();
        let asked = asked.map(|(label, function, ranges, question)| {
            let answer = value(session, question);
            let numbers = answer.items().iter().filter_map(|value| value.as_int());
            Case {
                label: label.to_string(),
                ranges: ranges.to_vec(),
                values: numbers.map(|number| number as u64).collect(),
                function,
                conjecture: true,
            }
        });
        asked.collect()
    };
    let formulas = formulas(&mut session);
    let by_rules = all.into_iter().map(|(label, ranges)| {
        let game = session.game(Some(&label)).unwrap();
        Case {
            label,
            values: session.table(&game, &ranges).unwrap(),
            ranges,
            function: "grundy",
            conjecture: false,
        }
    });
    by_rules.chain(formulas).collect()
}

/// The program of a case.
fn program_of(session: &mut Session, case: &Case, language: Language) -> String {
    if !case.conjecture {
        return exported(session, &case.label, language);
    }
    let game = session.game(Some(&case.label)).unwrap();
    let text = session.export_conjecture(&game, language);
    let text = text.unwrap_or_else(|report| panic!("{}: {report}", case.label));
    assert!(
        !text.contains('$'),
        "a slot is left in {}:\n{text}",
        case.label
    );
    text
}

fn exported(session: &mut Session, label: &str, language: Language) -> String {
    let game = session.game(Some(label)).unwrap();
    let text = session.export(&game, language);
    let text = text.unwrap_or_else(|report| panic!("{label}: {report}"));
    assert!(!text.contains('$'), "a slot is left in {label}:\n{text}");
    text
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a program; `None` where there is none of this name, which is said loudly.
fn run(command: &mut Command) -> Option<String> {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let name = command.get_program().to_string_lossy().into_owned();
            eprintln!(
                "\n*** NOT TESTED: there is no `{name}` here, so that exported programs cannot be run ***\n"
            );
            return None;
        }
        Err(error) => panic!("{command:?}: {error}"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{errors}");
    Some(String::from_utf8(output.stdout).unwrap())
}

fn rustc() -> String {
    std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string())
}

/// What the programs print: a line of values for each game.
fn compare(cases: &[Case], printed: &str) {
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), cases.len());
    for (case, line) in cases.iter().zip(lines) {
        let values: Vec<u64> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(values, case.values, "{}", case.label);
    }
}

/// Loops over a box in a language with braces: `for` lines by variable and range, and what is done inside.
fn loops(
    case: &Case,
    head: impl Fn(&str, i64, i64) -> String,
    call: impl Fn(&str) -> String,
) -> String {
    let names: Vec<String> = (0..case.ranges.len()).map(|i| format!("x{i}")).collect();
    let mut text = String::new();
    for (name, (from, to)) in names.iter().zip(&case.ranges) {
        text += &head(name, *from, *to);
    }
    text += &call(&names.join(", "));
    text + &"}".repeat(names.len())
}

#[test]
fn cpp_programs_agree_with_the_definition() {
    let mut session = opened(&rules(), Settings::default());
    let cases = cases(session.book());
    let (mut includes, mut text, mut main) = (
        String::from("#include <cstdio>\n"),
        String::new(),
        String::new(),
    );
    for (number, case) in cases.iter().enumerate() {
        let code = program_of(&mut session, case, Language::Cpp);
        let (own, code): (Vec<&str>, Vec<&str>) =
            code.lines().partition(|line| line.starts_with("#include"));
        includes += &(own.join("\n") + "\n");
        let _ = writeln!(text, "namespace case_{number} {{\n{}\n}}", code.join("\n"));
        main += &loops(
            case,
            |name, from, to| {
                format!("for (long long {name} = {from}; {name} <= {to}; {name}++) {{")
            },
            |args| {
                format!(
                    "std::printf(\"%lld \", static_cast<long long>(case_{number}::{}({args})));",
                    case.function
                )
            },
        );
        main += "std::printf(\"\\n\");\n";
    }
    let folder = folder("export_cpp");
    let (source, program) = (folder.join("all.cpp"), folder.join("all"));
    std::fs::write(
        &source,
        format!("{includes}{text}int main() {{\n{main}}}\n"),
    )
    .unwrap();
    let compiled = run(Command::new("g++")
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O0", "-o"])
        .arg(&program)
        .arg(&source));
    if compiled.is_some() {
        compare(&cases, &run(&mut Command::new(&program)).unwrap());
    }
}

#[test]
fn rust_programs_agree_with_the_definition() {
    let mut session = opened(&rules(), Settings::default());
    let cases = cases(session.book());
    let (mut text, mut main) = (String::new(), String::new());
    for (number, case) in cases.iter().enumerate() {
        let code = program_of(&mut session, case, Language::Rust);
        let _ = writeln!(text, "mod case_{number} {{\n{code}\n}}");
        main += &loops(
            case,
            |name, from, to| format!("for {name} in {from}..={to} {{"),
            |args| {
                format!(
                    "print!(\"{{}} \", i64::from(case_{number}::{}({args})));",
                    case.function
                )
            },
        );
        main += "println!();\n";
    }
    let folder = folder("export_rust");
    let (source, program) = (folder.join("all.rs"), folder.join("all"));
    std::fs::write(&source, format!("{text}fn main() {{\n{main}}}\n")).unwrap();
    run(Command::new(rustc())
        .args([
            "--edition",
            "2024",
            "-D",
            "warnings",
            "-C",
            "debuginfo=0",
            "-o",
        ])
        .arg(&program)
        .arg(&source))
    .expect("there is a rustc");
    compare(&cases, &run(&mut Command::new(&program)).unwrap());
}

#[test]
fn python_programs_agree_with_the_definition() {
    let mut session = opened(&rules(), Settings::default());
    let cases = cases(session.book());
    let folder = folder("export_python");
    let mut main = String::from("import itertools\n");
    for (number, case) in cases.iter().enumerate() {
        let code = program_of(&mut session, case, Language::Python);
        std::fs::write(folder.join(format!("case_{number}.py")), code).unwrap();
        let ranges = case
            .ranges
            .iter()
            .map(|(from, to)| format!("range({from}, {to} + 1)"));
        let ranges: Vec<String> = ranges.collect();
        let _ = writeln!(
            main,
            "import case_{number}\nprint(*(int(case_{number}.{}(*at)) for at in itertools.product({})))",
            case.function,
            ranges.join(", ")
        );
    }
    let source = folder.join("all.py");
    std::fs::write(&source, main).unwrap();
    if let Some(printed) = run(Command::new("python3").arg("-B").arg(&source)) {
        compare(&cases, &printed);
    }
}

/// What does not fit a table by hand: sizes that a recursion would not reach.
#[test]
fn large_piles_are_no_trouble() {
    let mut session = opened(&rules(), Settings::default());
    let asked = [
        ("kayles", 1_000_000_000_000_000_000i64),
        ("squares", 30_000),
        ("halves", 100_000),
        ("at_least", 1 << 60),
        // But few piles can be reached from them.
        ("dropped", 1_000_000_000_000),
        ("lowered", 1_000_000_000_000),
        ("parts", 1_000_000_000_000),
    ];
    let mut expected = Vec::new();
    for (label, size) in asked {
        let answer = value(&mut session, &format!("grundy({label}[{size}])"));
        expected.push(answer.to_string());
    }
    let expected = expected.join("\n") + "\n";
    let (mut rust, mut python, mut main) = (String::new(), String::new(), String::new());
    let folder = folder("export_large");
    for (number, (label, size)) in asked.iter().enumerate() {
        let code = exported(&mut session, label, Language::Rust);
        let _ = writeln!(rust, "mod case_{number} {{\n{code}\n}}");
        let _ = writeln!(main, "println!(\"{{}}\", case_{number}::grundy({size}));");
        let code = exported(&mut session, label, Language::Python);
        std::fs::write(folder.join(format!("large_{number}.py")), code).unwrap();
        let _ = writeln!(
            python,
            "import large_{number}\nprint(large_{number}.grundy({size}))"
        );
    }
    let (source, program) = (folder.join("all.rs"), folder.join("all"));
    std::fs::write(&source, format!("{rust}fn main() {{\n{main}}}\n")).unwrap();
    run(Command::new(rustc())
        .args(["--edition", "2015", "-O", "-o"])
        .arg(&program)
        .arg(&source))
    .expect("there is a rustc");
    assert_eq!(run(&mut Command::new(&program)).unwrap(), expected);
    let source = folder.join("all.py");
    std::fs::write(&source, python).unwrap();
    if let Some(printed) = run(Command::new("python3").arg("-B").arg(&source)) {
        assert_eq!(printed, expected);
    }
    // As it is pasted, without anything around it.
    let code = exported(&mut session, "halves", Language::Cpp);
    let (source, program) = (folder.join("halves.cpp"), folder.join("halves"));
    let main = "#include <iostream>\nint main() { std::cout << grundy(100000) << '\\n'; }\n";
    std::fs::write(&source, code + main).unwrap();
    let compiled = run(Command::new("g++")
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-o"])
        .arg(&program)
        .arg(&source));
    if compiled.is_some() {
        let printed = run(&mut Command::new(&program)).unwrap();
        assert_eq!(Some(printed.trim()), expected.lines().nth(2));
    }
}

#[test]
fn programs_read_well() {
    let mut session = opened(&rules(), Settings::default());
    insta::assert_snapshot!(
        "kayles_cpp",
        exported(&mut session, "kayles", Language::Cpp)
    );
    insta::assert_snapshot!(
        "lasker_cpp",
        exported(&mut session, "lasker", Language::Cpp)
    );
    insta::assert_snapshot!(
        "lasker_python",
        exported(&mut session, "lasker", Language::Python)
    );
    insta::assert_snapshot!(
        "knight_rust",
        exported(&mut session, "knight", Language::Rust)
    );
    insta::assert_snapshot!(
        "wythoff_cpp",
        exported(&mut session, "wythoff", Language::Cpp)
    );
    insta::assert_snapshot!(
        "paper_python",
        exported(&mut session, "paper", Language::Python)
    );
    for label in ["lasker", "parts"] {
        let game = session.game(Some(label)).unwrap();
        for language in [Language::Python, Language::Rust] {
            insta::assert_snapshot!(
                format!("{label}_conjecture_{}", language.name()),
                session.export_conjecture(&game, language).unwrap()
            );
        }
    }
}

/// A conjecture that calls itself for ever smaller piles says so where large piles need a large stack.
#[test]
fn deep_recursions_are_told() {
    for (rules, is_deep) in [
        ("move n -> n - isqrt(n) where n > 0", true),
        ("move n -> n - n / 6 where n > 5", false),
        ("move n -> n / 2 where n > 0", false),
    ] {
        let mut session = opened(&format!("game g {{ {rules} }}"), Settings::default());
        let game = session.game(None).unwrap();
        let text = session.export_conjecture(&game, Language::Python).unwrap();
        assert_eq!(text.contains("need a large stack"), is_deep, "{text}");
    }
}

#[test]
fn other_games_are_refused() {
    let book = Rulebook::parse(
        "game nim { take any }
        game last_loses { take any  misere }
        game moore { take any  each turn 1..2 piles }
        game coins { pile coin[] in 0..1  move coin[i] -> 0 where coin[i] == 1 }
        game walk { pile n in 0..20  move n -> n + 1  move n -> n - 3  loopy }
        game ring { move n -> nim[n - 1] }
        game swap { pile (a, b)  move (a, b) -> (b, a) }
        game broken { take 1..6 / n }
        let rows(p) = if len(p) < 2 then len(p) else rows(p[1..])
        game called { take 1..1 + rows(digits(n)) }
        let many = [n * n % 7 + 1 for n in 0..200_000]
        game large { pile n in 0..200_000  take many[n]..many[n] + 2 }",
    )
    .unwrap();
    for (label, code, why) in [
        ("last_loses", "no_export", "the last move loses"),
        ("moore", "no_export", "a turn moves in 1..2 piles"),
        ("coins", "no_export", "a pile is a list"),
        ("walk", "no_export", "for ever"),
        ("ring", "no_export", "another game"),
        ("called", "no_export", "calls itself with more than numbers"),
        ("large", "no_export", "100000 numbers"),
        ("swap", "loop", "never end"),
        ("broken", "division_by_zero", "zero"),
    ] {
        let mut session = Session::new(book.clone(), Settings::default()).unwrap();
        let game = session.game(Some(label)).unwrap();
        let report = session.export(&game, Language::Cpp).unwrap_err();
        let diagnostic = &report.diagnostics[0];
        assert_eq!(diagnostic.code, code, "{label}: {}", diagnostic.message);
        assert!(
            diagnostic.message.contains(why),
            "{label}: {}",
            diagnostic.message
        );
    }
}
