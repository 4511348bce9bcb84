//! Certificates of periods: true ones are accepted, and whatever is changed in one is found out.

use std::time::Duration;

use nimrule::certificate::{Certificate, FORMAT, Premise, Unread};
use nimrule::query::answer::Verdict;
use nimrule::work::budget::{Budget, Limits};
use nimrule::{Report, Session, Settings, Value};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{self, budget, opened, value};

fn session(rule: &str) -> Session {
    let text = format!("game g {{ {rule} }}");
    opened(&text, Settings::default())
}

fn certificate(rule: &str, to: Option<u64>) -> Result<Certificate, Report> {
    let mut session = session(rule);
    let game = session.game(Some("g")).expect("a game");
    session.certificate(&game, to)
}

fn verify(rule: &str, claim: &Certificate) -> Result<u64, String> {
    let mut session = session(rule);
    let game = session.game(Some("g")).expect("a game");
    match session.verify(&game, claim) {
        Ok(Verdict::Right(checked_to)) => Ok(checked_to),
        Ok(Verdict::Wrong(why)) => Err(why),
        other => panic!("{rule}: {other:?}"),
    }
}

fn plain(rule: &str, to: usize) -> Vec<u64> {
    let text = format!("game g {{ {rule} }}");
    let settings = Settings::default().with_engine("plain");
    let mut session = opened(&text, settings);
    let values = value(&mut session, &format!("values(g, 0..{to})"));
    let ints = values.items().iter().filter_map(Value::as_int);
    ints.map(|n| n as u64).collect()
}

/// How far a check came is told of all piles that are checked.
#[test]
fn a_check_tells_of_how_many_piles() {
    let rule = "take 1..2 leaving 0..2 piles";
    let claim = certificate(rule, None).expect("a certificate");
    let settings = Settings::default();
    let progress = std::sync::Arc::clone(&settings.limits.progress);
    let mut session = opened(&format!("game g {{ {rule} }}"), settings);
    let game = session.game(Some("g")).expect("a game");
    let verdict = session.verify(&game, &claim).expect("a verdict");
    assert_eq!(verdict, Verdict::Right(claim.checked_to));
    assert_eq!(progress.told().goal, claim.checked_to + 1);
}

/// Piles from 1 on have other values than those from 0 on, and a certificate says which it speaks of.
#[test]
fn the_least_pile_is_part_of_the_claim() {
    let rules = ["take 1..3", "pile n in 1.. take 1..3"];
    for (rule, other) in [(rules[0], rules[1]), (rules[1], rules[0])] {
        let claim = certificate(rule, None).expect("a certificate");
        assert_eq!(verify(rule, &claim), Ok(claim.checked_to));
        let why = verify(other, &claim).expect_err(rule);
        assert!(why.starts_with("its conditions"), "{why}");
    }
}

/// The claim of a certificate, spelt out for the piles from 0 to `to`.
fn spelt_out(claim: &Certificate, to: usize) -> Vec<u64> {
    let mut values: Vec<u64> = claim.values.iter().copied().map(u64::from).collect();
    while values.len() <= to {
        values.push(values[values.len() - claim.period as usize] + claim.saltus);
    }
    values.truncate(to + 1);
    values
}

/// A rule for each theorem, with the period and the preperiod: Kayles, Dawson's Kayles and all octal codes as in *Winning
/// Ways*, chapter 4; subtraction sets and codes with 8 as computed by programs independent of this one.
const PROVEN: &[(&str, &str, u64, u64, u64)] = &[
    ("take 1..3", "pigeonhole", 4, 0, 0),
    ("take 2, 4, 7", "pigeonhole", 3, 8, 0),
    ("take 3, 7, 19, 20", "pigeonhole", 27, 36, 0),
    ("octal 0.31", "pigeonhole", 2, 3, 0),
    ("octal 0.77", "guy-smith", 12, 71, 0),
    ("octal 0.53", "guy-smith", 9, 11, 0),
    ("octal 4.7", "guy-smith", 2, 1, 0),
    ("octal 0.15", "guy-smith", 10, 1, 0),
    ("hex 0.A", "guy-smith", 2, 1, 0),
    ("take any", "cofinite", 1, 0, 1),
    ("take k where k != 2", "cofinite", 4, 0, 2),
    ("take k where k not in [2, 3, 7]", "cofinite", 4, 0, 2),
    ("take k where k not in [3, 5]", "cofinite", 6, 0, 3),
    ("take k where k not in [2, 4, 9]", "cofinite", 6, 0, 2),
    // Any amount from 4 on: a value lasts for four piles.
    ("take 4..", "cofinite", 4, 0, 1),
    // Odd amounts: 0 and 1 in turn.
    ("take 2 * k - 1 for k in 1..", "cofinite", 2, 0, 0),
];

fn name(theorem: &Premise) -> &'static str {
    match theorem {
        Premise::Pigeonhole { .. } => "pigeonhole",
        Premise::GuySmith { .. } => "guy-smith",
        Premise::Cofinite { .. } => "cofinite",
        other => panic!("{other:?}"),
    }
}

#[test]
fn true_certificates_are_accepted() {
    for (rule, theorem, period, preperiod, saltus) in PROVEN {
        let claim = certificate(rule, None).unwrap_or_else(|why| panic!("{rule}: {why}"));
        assert_eq!(name(&claim.theorem), *theorem, "{rule}");
        let found = (claim.period, claim.preperiod, claim.saltus);
        assert_eq!(found, (*period, *preperiod, *saltus), "{rule}");
        assert_eq!(verify(rule, &claim), Ok(claim.checked_to), "{rule}");
        assert_eq!(spelt_out(&claim, 40), plain(rule, 40), "{rule}");

        let text = serde_json::to_string(&claim).expect("JSON");
        let read: Certificate = serde_json::from_str(&text).expect("a certificate");
        assert_eq!(read, claim, "{rule}");
        assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
    }
    let three = certificate("hex 0.A", None).expect("a certificate");
    let piles = match three.theorem {
        Premise::GuySmith { piles, .. } => piles,
        other => panic!("{other:?}"),
    };
    assert_eq!(piles, 3, "the digit A leaves one or three piles");
}

/// The same with the range that its theorem asks for.
fn in_range(mut claim: Certificate) -> Certificate {
    if let Some(range) = claim.theorem.range(claim.period, claim.preperiod) {
        claim.checked_to = range;
    }
    claim
}

/// The same claim with another period and preperiod, its values spelt out as far as these say.
fn reshaped(claim: &Certificate, period: u64, preperiod: u64, saltus: u64) -> Certificate {
    let len = (period + preperiod) as usize;
    let values = spelt_out(claim, len);
    in_range(changed(claim, |it| {
        (it.period, it.preperiod, it.saltus) = (period, preperiod, saltus);
        if let Premise::Cofinite { in_step_from, .. } = &mut it.theorem {
            *in_step_from += period + preperiod;
        }
        it.values = values[..len].iter().map(|n| *n as u32).collect();
    }))
}

fn numbers(n: u64) -> Vec<u64> {
    let mut list = vec![0, 1, 2, n + 1, n.saturating_sub(1), 2 * n, n / 2];
    list.extend([1 << 32, i64::MAX as u64, u64::MAX - 1, u64::MAX]);
    list.retain(|other| *other != n);
    list
}

/// What a forgery changes, and the forgery.
type Forgery = (String, Certificate);

/// Certificates that differ from a true one in what they claim, or in what they say of the proof.
fn forgeries(claim: &Certificate) -> Vec<Forgery> {
    let kinds = [
        with_other_words(claim),
        with_other_numbers(claim),
        with_other_theorems(claim),
        with_other_shapes(claim),
        with_other_values(claim),
    ];
    let list = kinds.concat();
    for (what, forged) in &list {
        assert_ne!(forged, claim, "{what}");
    }
    list
}

fn changed(claim: &Certificate, change: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut forged = claim.clone();
    change(&mut forged);
    forged
}

fn with_other_words(claim: &Certificate) -> Vec<Forgery> {
    let version = "nimrule period certificate, version 1".to_string();
    let formats = [String::new(), version, format!("{FORMAT} ")].map(|format| {
        let what = format!("format {format:?}");
        (what, changed(claim, |it| it.format = format))
    });
    let games = ["", "h", "g(1)", "G"].map(|game| {
        let forged = changed(claim, |it| it.game = game.to_string());
        (format!("game {game:?}"), forged)
    });
    let conditions = claim.conditions.replace("normal", "misère");
    let conditions = changed(claim, |it| it.conditions = conditions);
    let mut list = vec![("other conditions".to_string(), conditions)];
    list.extend(formats);
    list.extend(games);
    list
}

fn with_other_numbers(claim: &Certificate) -> Vec<Forgery> {
    type Field = fn(&mut Certificate) -> &mut u64;
    let fields: [(&str, Field, bool); 4] = [
        ("period", |it| &mut it.period, true),
        ("preperiod", |it| &mut it.preperiod, true),
        ("saltus", |it| &mut it.saltus, false),
        ("checked to", |it| &mut it.checked_to, false),
    ];
    let mut list = Vec::new();
    for (name, field, has_range) in fields {
        for n in numbers(*field(&mut claim.clone())) {
            let forged = changed(claim, |it| *field(it) = n);
            let along = in_range(forged.clone());
            if has_range && along != forged {
                list.push((format!("{name} {n} and its range"), along));
            }
            list.push((format!("{name} {n}"), forged));
        }
    }
    list
}

fn with_other_theorems(claim: &Certificate) -> Vec<Forgery> {
    let mut list = Vec::new();
    for theorem in theorems(&claim.theorem) {
        let forged = changed(claim, |it| it.theorem = theorem);
        let what = format!("{:?}", forged.theorem);
        // Where the sets are compared is free, as long as the range goes with it.
        let moves_along = matches!(
            (&forged.theorem, &claim.theorem),
            (
                Premise::Cofinite { regular_from: a, step: b, .. },
                Premise::Cofinite { regular_from: c, step: d, .. },
            ) if (a, b) == (c, d)
        );
        let along = in_range(forged.clone());
        if !moves_along && along != forged {
            list.push((format!("{what} and its range"), along));
        }
        list.push((what, forged));
    }
    list
}

/// The same values, said with more than the least period or preperiod, and with too short ones, with all that goes with them.
fn with_other_shapes(claim: &Certificate) -> Vec<Forgery> {
    let (p, start, saltus) = (claim.period, claim.preperiod, claim.saltus);
    let mut shapes = vec![
        (2 * p, start, 2 * saltus),
        (3 * p, start, 3 * saltus),
        (p, start + 1, saltus),
        (p, start + p, saltus),
        (p, start + 2 * p + 1, saltus),
        (p + 1, start, saltus),
        (p, start, saltus + 1),
    ];
    if start > 0 {
        shapes.extend([(p, start - 1, saltus), (p, 0, saltus)]);
    }
    if p > 1 {
        shapes.extend([(p - 1, start, saltus), (1, start, saltus)]);
    }
    if saltus > 0 {
        shapes.push((p, start, 0));
    }
    let forged = shapes.into_iter().map(|(period, preperiod, saltus)| {
        let what = format!("period {period}, preperiod {preperiod}, rising by {saltus}");
        (what, reshaped(claim, period, preperiod, saltus))
    });
    forged.collect()
}

fn with_other_values(claim: &Certificate) -> Vec<Forgery> {
    let values = &claim.values;
    let mut wrong: Vec<(String, Vec<u32>)> = Vec::new();
    for (pile, value) in values.iter().enumerate() {
        let others = [
            value.checked_add(1),
            value.checked_sub(1),
            Some(u32::MAX),
            Some(value ^ 64),
        ];
        for other in others.into_iter().flatten() {
            let mut values = values.clone();
            values[pile] = other;
            wrong.push((format!("g({pile}) = {other}"), values));
        }
        if values.get(pile + 1).is_some_and(|next| next != value) {
            let mut values = values.clone();
            values.swap(pile, pile + 1);
            wrong.push((format!("g({pile}) and the next one swapped"), values));
        }
    }
    let next = spelt_out(claim, values.len())[values.len()] as u32;
    let reversed: Vec<u32> = values.iter().rev().copied().collect();
    let raised = values.iter().map(|value| value + 1).collect();
    for (what, values) in [
        ("empty", Vec::new()),
        ("shorter", values[..values.len() - 1].to_vec()),
        ("longer", [values.as_slice(), &[next]].concat()),
        ("raised", raised),
        ("reversed", reversed),
    ] {
        if what != "reversed" || values != claim.values {
            wrong.push((format!("values {what}"), values));
        }
    }
    let forged = wrong
        .into_iter()
        .map(|(what, values)| (what, changed(claim, |it| it.values = values)));
    forged.collect()
}

/// Other theorems, and the same one about other numbers.
fn theorems(theorem: &Premise) -> Vec<Premise> {
    let mut list = Vec::new();
    let (most, piles, first) = match *theorem {
        Premise::Pigeonhole { largest_amount } => (largest_amount, 1, 1),
        Premise::GuySmith {
            largest_amount,
            piles,
        } => (largest_amount, piles, 1),
        Premise::Cofinite {
            regular_from,
            step,
            in_step_from,
        } => {
            for regular_from in numbers(regular_from) {
                list.push(Premise::Cofinite {
                    regular_from,
                    step,
                    in_step_from,
                });
            }
            for step in numbers(step) {
                list.push(Premise::Cofinite {
                    regular_from,
                    step,
                    in_step_from,
                });
            }
            for in_step_from in numbers(in_step_from) {
                list.push(Premise::Cofinite {
                    regular_from,
                    step,
                    in_step_from,
                });
            }
            (regular_from, 1, regular_from)
        }
        _ => panic!("{theorem:?}"),
    };
    let amounts = || numbers(most).into_iter().chain([most]);
    list.extend(amounts().map(|largest_amount| Premise::Pigeonhole { largest_amount }));
    for piles in numbers(piles).into_iter().chain([piles]) {
        list.extend(amounts().map(|largest_amount| Premise::GuySmith {
            largest_amount,
            piles,
        }));
    }
    if !matches!(theorem, Premise::Cofinite { .. }) {
        list.push(Premise::Cofinite {
            regular_from: first,
            step: 1,
            in_step_from: 100,
        });
    }
    list.retain(|other| other != theorem);
    list
}

#[test]
fn forgeries_are_rejected() {
    for (rule, ..) in PROVEN {
        let claim = certificate(rule, None).unwrap_or_else(|why| panic!("{rule}: {why}"));
        let mut session = session(rule);
        let game = session.game(Some("g")).expect("a game");
        for (what, forged) in forgeries(&claim) {
            let verdict = session
                .verify(&game, &forged)
                .unwrap_or_else(|why| panic!("{rule}: {what}: {why}"));
            assert!(
                matches!(verdict, Verdict::Wrong(_)),
                "{rule}: {what} is accepted: {forged:?}"
            );
        }
    }
}

#[test]
fn a_certificate_is_about_one_game() {
    let rules: Vec<&str> = PROVEN.iter().map(|(rule, ..)| *rule).collect();
    let mut rejected = 0;
    for rule in &rules {
        let claim = certificate(rule, None).expect("a certificate");
        let own = plain(rule, 120);
        for other in &rules {
            if plain(other, 120) == own {
                continue;
            }
            let verdict = verify(other, &claim);
            assert!(verdict.is_err(), "{rule} for {other}: {verdict:?}");
            rejected += 1;
        }
    }
    assert!(rejected > 200, "{rejected}");

    // No theorem covers these, whatever a certificate says of them; a game that is no taking and breaking is refused.
    let claim = certificate("octal 0.77", None).expect("a certificate");
    let unequal = "take 1..2 take 1..2 leaving a, b where a != b";
    for rule in [
        unequal,
        "octal 0.(7)",
        "take 1..n / 2",
        "take k * k for k in 1..",
        "split into 2..",
        "take 1..2 leaving a, b where a > 2",
    ] {
        assert!(verify(rule, &claim).is_err(), "{rule}");
    }
}

/// The theorems are stated for normal play, turns in one pile, plays that end, and piles of all sizes; the moves are the same
/// here.
#[test]
fn a_theorem_covers_what_it_is_stated_for() {
    let kayles = "octal 0.77";
    let claim = certificate(kayles, None).expect("a certificate");
    for (rule, why) in [
        ("misere octal 0.77", "normal play"),
        ("octal 0.77 each turn 1..2 piles", "1..2 piles"),
        ("octal 0.77 each turn 2 piles", "2 piles"),
        ("octal 0.77 each turn all piles", "all piles"),
        (
            "octal 0.77 each turn all piles or none",
            "all piles or none",
        ),
        ("octal 0.77 loopy", "for ever"),
        ("pile n in 0..100 octal 0.77", "the pile ends at 100"),
        ("pile n in 0..1_000_000_000 octal 0.77", "the pile ends at"),
        (
            "pile n in 2.. take 1..2 leaving 0..2 piles",
            "no theorem covers the amounts",
        ),
        ("end when n == 500 octal 0.77", "`end when`"),
        ("take 1..2 leaving a, b where [0, 1, 2][a] == 1", ""),
    ] {
        let verdict = verify(rule, &claim);
        assert!(
            verdict.as_ref().is_err_and(|said| said.contains(why)),
            "{rule}: {verdict:?}"
        );
        // Nor is there a certificate of such a game, or a proof.
        let report = certificate(rule, Some(2_000)).expect_err(rule);
        let code = report.diagnostics[0].code;
        assert!(
            matches!(code, "no_period" | "no_certificate"),
            "{rule}: {code}"
        );
        let mut session = session(rule);
        let game = session.game(Some("g")).expect("a game");
        if let Ok(found) = session.period(&game, Some(2_000)) {
            assert!(
                found.proven.is_none() && found.why_not.is_some(),
                "{rule}: {found:?}"
            );
        }
    }
    for (rule, why) in [
        ("pile n in 0..100 take any", "the pile ends at 100"),
        ("pile n in 0..100 take 1..3", "the pile ends at 100"),
        ("pile n in 0..100 take 4..", "the pile ends at 100"),
    ] {
        let mut session = session(rule);
        let game = session.game(Some("g")).expect("a game");
        let found = session.period(&game, None).expect("an answer");
        assert_eq!(found.proven, None, "{rule}");
        let said = found.why_not.unwrap_or_default();
        assert!(said.contains(why), "{rule}: {said}");
        // No pile behind the last one is looked at.
        assert!(found.computed_to.unwrap_or(0) <= 100, "{rule}");
    }

    // The moves may be written in other words, and the pile may have another name.
    for rule in [
        "take 1..2 leaving 0..2 piles",
        "take k leaving 0..2 piles where k <= 2",
        "pile heap octal 0.77",
        "pile n in 0.. octal 0.7 take 2 leaving 0..2 piles",
        "move n -> n - k for k in 1..2 move n -> [a, b] for k in 1..2, a in 1..n - k - 1, b = n - k - a",
        "each turn 1 pile octal 0.77",
    ] {
        assert_eq!(verify(rule, &claim), Ok(claim.checked_to), "{rule}");
    }
}

/// The theorem of Guy and Smith is wrong where equal parts are excluded or required, and says nothing of any number of parts,
/// whatever the values.
#[test]
fn some_splits_are_covered_by_no_theorem() {
    for (rule, most, piles) in [
        ("take 1, 3 take 1 leaving a, b where a != b", 3, 2),
        ("take 1..2 split into 2 unequal", 2, 2),
        ("take 1 split into 2 equal", 1, 2),
        ("take 2 split into 2 equal", 2, 2),
        ("take 1 take 1 leaving 3.. piles", 1, 3),
    ] {
        let values = plain(rule, 30);
        let range = |p: usize, start: usize| piles * (start.max(1) + p) + most - 1;
        let repeats = |p: usize, start: usize| {
            range(p, start) < values.len()
                && (start..=range(p, start) - p).all(|n| values[n + p] == values[n])
        };
        let mut shapes = (1..10).flat_map(|p| (0..10).map(move |start| (p, start)));
        let Some((p, start)) = shapes.find(|(p, start)| repeats(*p, *start)) else {
            panic!("{rule}: {values:?}");
        };
        let claim = certificate("octal 0.77", None).expect("a certificate");
        let forged = changed(&claim, |it| {
            (it.period, it.preperiod) = (p as u64, start as u64);
            it.theorem = Premise::GuySmith {
                largest_amount: most as u64,
                piles: piles as u64,
            };
            it.values = values[..p + start].iter().map(|n| *n as u32).collect();
        });
        let verdict = verify(rule, &in_range(forged));
        let why = "no theorem covers these splits";
        assert_eq!(verdict, Err(why.to_string()), "{rule}");
    }
}

/// Claims about regular amounts whose values are right as far as they are compared and wrong behind: what smaller piles offer
/// is not in step, in no residue class or not in all, or is compared before the claim holds.
#[test]
fn what_smaller_piles_offer_must_be_in_step() {
    let odd = "take a for k in 1.., a = 2 * k + 1 where a not in [9, 11]";
    let even = "take a for k in 1.., a = 2 * k where a not in [10, 20]";
    for (rule, period, preperiod, saltus, in_step_from, why) in [
        (
            "take k where k != 9",
            1,
            9,
            1,
            19,
            "what smaller piles offer",
        ),
        (odd, 22, 10, 4, 23, "what smaller piles offer"),
        (even, 2, 20, 1, 22, "compared too early"),
        (even, 12, 28, 1, 28, "compared too early"),
    ] {
        let claim = certificate(rule, None).expect("a certificate");
        let Premise::Cofinite {
            regular_from, step, ..
        } = claim.theorem
        else {
            panic!("{rule}: {claim:?}");
        };
        let values = plain(rule, 100);
        let forged = in_range(changed(&claim, |it| {
            (it.period, it.preperiod, it.saltus) = (period, preperiod, saltus);
            it.theorem = Premise::Cofinite {
                regular_from,
                step,
                in_step_from,
            };
            it.values = values[..(period + preperiod) as usize]
                .iter()
                .map(|n| *n as u32)
                .collect();
        }));
        let claimed = spelt_out(&forged, 100);
        let compared = forged.checked_to as usize;
        assert_eq!(claimed[..=compared], values[..=compared], "{rule}");
        assert_ne!(claimed, values, "{rule}: the claim is right");
        let verdict = verify(rule, &forged);
        assert!(
            verdict.as_ref().is_err_and(|said| said.contains(why)),
            "{rule}: {verdict:?}"
        );
    }
}

/// Any mask is right: it chooses what is looked at first.
#[test]
fn a_mask_changes_no_verdict() {
    for (rule, theorem, ..) in PROVEN {
        let claim = certificate(rule, None).expect("a certificate");
        // Kayles has few rare piles. Only splits have any.
        let is_split = *theorem == "guy-smith";
        assert!(is_split || claim.mask == 0, "{rule}: {claim:?}");
        assert!(*rule != "octal 0.77" || claim.mask > 0, "{claim:?}");
        for mask in [0, 1, 2, 3, 5, 6, 7, 0b1011, 0xFF, 1 << 31, u32::MAX] {
            let other = changed(&claim, |it| it.mask = mask);
            assert_eq!(verify(rule, &other), Ok(claim.checked_to), "{rule}: {mask}");
            for (pile, by) in [(3, 1), (7, 2), (11, 4), (50, 3)] {
                let mut forged = other.clone();
                if let Some(value) = forged.values.get_mut(pile) {
                    *value ^= by;
                    assert!(verify(rule, &forged).is_err(), "{rule}: {mask}, g({pile})");
                }
            }
        }
    }
}

/// A text of an earlier version says so, whatever else has changed.
#[test]
fn an_earlier_version_is_told_apart() {
    let claim = certificate("octal 0.77", None).expect("a certificate");
    let mut value = serde_json::to_value(&claim).expect("JSON");
    let read =
        |value: &serde_json::Value| Certificate::read(value.to_string().as_bytes(), &mut budget());
    assert!(read(&value).is_ok_and(|read| read == claim));
    value["format"] = "nimrule period certificate, version 1".into();
    assert!(matches!(read(&value), Err(Unread::Outdated(_))));
    let fields = value.as_object_mut().expect("an object");
    for field in ["conditions", "mask"] {
        fields.remove(field);
    }
    assert!(matches!(read(&value), Err(Unread::Outdated(_))));
    value["format"] = FORMAT.into();
    assert!(matches!(read(&value), Err(Unread::Wrong(_))));

    // Reading asks the limits.
    let text = serde_json::to_string(&claim).expect("JSON");
    for limits in [
        Limits::default().with_memory(100),
        Limits::default().with_time(Duration::ZERO),
    ] {
        let read = Certificate::read(text.as_bytes(), &mut Budget::start(&limits));
        assert!(matches!(read, Err(Unread::Stopped(_))), "{read:?}");
    }
    // A million values take four million bytes, and two million as a text.
    let many = vec!["1"; 1_000_000].join(",");
    value["values"] = serde_json::Value::Array(Vec::new());
    let text = value.to_string().replace("[]", &format!("[{many}]"));
    let limits = Limits::default().with_memory(3_000_000);
    let read = Certificate::read(text.as_bytes(), &mut Budget::start(&limits));
    assert!(matches!(read, Err(Unread::Stopped(_))), "too much is read");
}

/// A period is proven as soon as the theorem allows it: with the values up to the last one of its range, and not one earlier.
#[test]
fn a_proof_needs_the_whole_range() {
    for (rule, theorem, period, preperiod, _) in PROVEN {
        if *theorem != "guy-smith" {
            continue;
        }
        let range = certificate(rule, None).expect("a certificate").checked_to;
        for (to, proven) in [(range - 1, None), (range, Some((*period, *preperiod)))] {
            for engine in [None, Some("dense"), Some("parts")] {
                let text = format!("game g {{ {rule} }}");
                let settings = Settings::default().with_engine(engine);
                let mut session = opened(&text, settings);
                let game = session.game(Some("g")).expect("a game");
                // Not every engine takes every game.
                if let Ok(found) = session.period(&game, Some(to)) {
                    let found = found.proven.map(|found| (found.period, found.preperiod));
                    assert_eq!(found, proven, "{rule}, {engine:?}, up to {to}");
                }
            }
        }
    }
}

/// What repeats itself is observed where the last half of the values and three periods agree with those a period before.
#[test]
fn two_repeats_are_no_observed_period() {
    // The value of a pile is the bit at its place.
    let pattern = [1, 1, 0, 1, 0, 0, 1, 0, 0];
    for (times, observed) in [(2, None), (3, None), (4, Some(9)), (5, Some(9))] {
        let bits: Vec<String> = std::iter::once(&0)
            .chain(pattern.iter().cycle().take(times * pattern.len()))
            .map(i32::to_string)
            .collect();
        let last = bits.len() - 1;
        let rule = format!(
            "pile n in 0..{last} move n -> 0 where n > 0 and [{}][n] == 1",
            bits.join(", ")
        );
        let mut session = session(&rule);
        let game = session.game(Some("g")).expect("a game");
        let found = session.period(&game, None).expect("an answer");
        assert_eq!(found.computed_to, Some(last as u64), "{rule}");
        let period = found.observed.map(|found| found.period);
        assert_eq!(period, observed, "{rule}");
    }
}

/// Amounts of any size are no accident for the check.
#[test]
fn large_numbers_are_no_accident() {
    let claim = certificate("take any", None).expect("a certificate");
    for rule in [
        "take k where k != 9_223_372_036_854_775_807",
        "take 9_223_372_036_854_775_807..",
        "take 9_223_372_036_854_775_807",
        "take 9_223_372_036_854_775_807 leaving 2 piles",
        "split into 2..9_223_372_036_854_775_807",
    ] {
        assert!(verify(rule, &claim).is_err(), "{rule}");
        for theorem in theorems(&claim.theorem) {
            let forged = changed(&claim, |it| it.theorem = theorem);
            assert!(verify(rule, &forged).is_err(), "{rule}: {forged:?}");
            assert!(verify(rule, &in_range(forged)).is_err(), "{rule}");
        }
    }
}

#[test]
fn without_a_proof_there_is_no_certificate() {
    for rule in [
        "split into 2 unequal",
        "octal 0.(07)",
        "take k * k for k in 1..",
        "take 1..n / 2",
        "hex 0.8",
        "pile n in 1.. take 1..n / 2",
        "take any split into 2",
        "take any take 1..3 leaving 1 pile",
    ] {
        let report = certificate(rule, Some(2_000)).expect_err(rule);
        let code = report.diagnostics[0].code;
        assert!(
            matches!(code, "no_period" | "no_certificate"),
            "{rule}: {code}"
        );
    }
    // Not far enough for the proof.
    assert!(certificate("octal 0.77", Some(100)).is_err());
    assert!(certificate("octal 0.77", Some(167)).is_ok());
}

/// Kayles repeats with period 12 from 71 on; for amounts up to 2 and two piles the theorem of Guy and Smith asks for
/// g(n + 12) = g(n) for n < 2 * 71 + 12 + 2, which are the values up to 167.
#[test]
fn the_range_is_the_one_of_the_theorem() {
    let claim = certificate("octal 0.77", None).expect("a certificate");
    assert_eq!(claim.checked_to, 167);
    let theorem = Premise::GuySmith {
        largest_amount: 2,
        piles: 2,
    };
    assert_eq!(claim.theorem, theorem);
    // Nothing is checked for numbers that are none.
    assert_eq!(theorem.range(u64::MAX, 1), None);
    assert_eq!(theorem.range(1, u64::MAX), None);
    for piles in [3, 4] {
        let more = Premise::GuySmith {
            largest_amount: 2,
            piles,
        };
        // g(n + p) = g(n) for n < t n0 + (t - 1) p + k.
        assert_eq!(
            more.range(12, 71),
            Some(piles * 71 + (piles - 1) * 12 + 2 + 11)
        );
    }
}

#[test]
fn only_complete_certificates_are_read() {
    for rule in ["take 1..3", "octal 0.77", "take 4.."] {
        let claim = certificate(rule, None).expect("a certificate");
        let value = serde_json::to_value(&claim).expect("JSON");
        let is_read = |value: &serde_json::Value| {
            serde_json::from_value::<Certificate>(value.clone()).is_ok()
                || serde_json::from_str::<Certificate>(&value.to_string()).is_ok()
        };
        assert!(is_read(&value));
        for path in ["", "/theorem"] {
            let object = value.pointer(path).and_then(|value| value.as_object());
            let fields: Vec<String> = object.expect("an object").keys().cloned().collect();
            assert!(fields.len() >= 2, "{fields:?}");
            let edit = |edit: &dyn Fn(&mut serde_json::Map<String, serde_json::Value>)| {
                let mut value = value.clone();
                edit(
                    value
                        .pointer_mut(path)
                        .and_then(|value| value.as_object_mut())
                        .expect("an object"),
                );
                value
            };
            for field in &fields {
                let less = edit(&|object| {
                    object.remove(field);
                });
                assert!(!is_read(&less), "{rule}: without {path}/{field}");
                for wrong in [
                    serde_json::json!(null),
                    serde_json::json!(-1),
                    serde_json::json!(1.5),
                    serde_json::json!("1"),
                    serde_json::json!([0, -1]),
                    serde_json::json!([4_294_967_296_u64]),
                    serde_json::json!({}),
                ] {
                    let other = edit(&|object| {
                        object.insert(field.clone(), wrong.clone());
                    });
                    // Any text may stand for the format and the game.
                    let is_text = matches!(field.as_str(), "format" | "game" | "conditions")
                        && wrong.is_string();
                    assert_eq!(is_read(&other), is_text, "{rule}: {path}/{field} {wrong}");
                }
            }
            for field in ["note", "Period", ""] {
                let more = edit(&|object| {
                    object.insert(field.to_string(), serde_json::json!(1));
                });
                assert!(!is_read(&more), "{rule}: {path}/{field}");
            }
        }
        let text = value.to_string();
        let twice = text.replacen("\"period\":", "\"period\":7,\"period\":", 1);
        assert!(serde_json::from_str::<Certificate>(&twice).is_err());
        assert!(serde_json::from_str::<Certificate>(&text[..text.len() - 1]).is_err());
        assert!(serde_json::from_str::<Certificate>(&format!("{text}{text}")).is_err());
    }
}

fn check<S: Strategy<Value = String>>(cases: u32, seed: u64, rules: S, to: u64, least: u32) {
    let mut proven = 0;
    let places = (any::<prop::sample::Index>(), 1..9u32, 0..16u32);
    common::check(cases, seed, (rules, places), |(rule, (place, by, mask))| {
        let claim = match certificate(&rule, Some(to)) {
            Ok(claim) => claim,
            Err(report) => {
                prop_assert_eq!(report.diagnostics[0].code, "no_period", "{}", rule);
                return Ok(());
            }
        };
        proven += 1;
        let verdict = verify(&rule, &claim);
        prop_assert_eq!(verdict, Ok(claim.checked_to), "{}", &rule);
        let mut claim = claim;
        claim.mask = mask;
        let verdict = verify(&rule, &claim);
        prop_assert_eq!(verdict, Ok(claim.checked_to), "{}", &rule);
        let far = (claim.checked_to as usize).min(250);
        prop_assert_eq!(spelt_out(&claim, far), plain(&rule, far), "{}", &rule);
        let place = place.index(claim.values.len());
        let mut forged = claim.clone();
        forged.values[place] ^= by;
        prop_assert!(verify(&rule, &forged).is_err(), "{}: {:?}", rule, forged);
        for forged in [
            reshaped(&claim, 2 * claim.period, claim.preperiod, 2 * claim.saltus),
            reshaped(
                &claim,
                claim.period,
                claim.preperiod + u64::from(by),
                claim.saltus,
            ),
        ] {
            prop_assert!(verify(&rule, &forged).is_err(), "{}: {:?}", rule, forged);
        }
        Ok(())
    });
    assert!(proven >= least, "only {proven} proven");
}

#[test]
fn random_certificates_are_accepted() {
    let words = |list: Vec<i64>| {
        let words: Vec<String> = list.iter().map(i64::to_string).collect();
        words.join(", ")
    };
    // Also where a pile of 0 can be removed, so that it is worth something, and where piles are only taken whole or in part.
    let more = select(vec![
        "",
        "",
        "move n -> [] where n == 0",
        "move n -> [] where n == 6",
        "take 3, 4 leaving 1 pile",
        "take 2 leaving 0 piles",
    ]);
    let sets = (vec(1..14i64, 1..5), more)
        .prop_map(move |(list, more)| format!("take {} {more}", words(list)));
    check(60, 201, sets, 2_000, 50);
    let codes = (select(vec!["0", "0", "4"]), "[0-7]{0,2}[1-7]")
        .prop_map(|(d, tail)| format!("octal {d}.{tail}"));
    check(60, 202, codes, 700, 20);
    let hex = (select(vec!["0", "8"]), "[0-9A-F]{0,1}[1-9A-F]")
        .prop_map(|(d, tail)| format!("hex {d}.{tail}"));
    check(60, 203, hex, 90, 8);
    let endless = (vec(1..12i64, 0..4), 1..5i64, 0..5i64).prop_map(move |(list, step, less)| {
        format!(
            "take a for k in 1.., a = {step} * k - {less} where a not in [{}]",
            words(list)
        )
    });
    check(60, 204, endless, 2_000, 40);
}

/// Rules, the same ones in other words, and others that are nearly so.
const REWORDINGS: &[(&str, &[&str], &[&str])] = &[
    (
        // Kayles.
        "octal 0.77",
        &[
            "move n -> [a, n - 1 - a] for a in 0..n - 1  move n -> [a, n - 2 - a] for a in 0..n - 2",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..n - k",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..n",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..",
            "move n -> [a, n - a - k] for a in 0..n - 1, k in 1..2",
            "move n -> [a, n - k - a] for k in [1, 2], a in 0..(n - k) / 2",
            "move n -> [a, n - 1 - a] for a in 0..n / 2  move n -> [a, n - 2 - a] for a in 0..n / 2 - 1",
            "move n -> [a, b] for k in 1..2, a in 0..n - k, b = n - k - a where a <= b",
            "move n -> [n - k - b, b] for k in 1..2, b in 0..n - k where n - k - b >= b",
            "take 1..2  take 1..2 leaving 2 piles",
            "take 1 leaving 0..2 piles  take 2 leaving 0..2 piles",
            "move n -> n - k for k in 1..2  move n -> [a, n - k - a] for k in 1..2, a in 1..n - k - 1",
            "move n -> n - k for k in 1..2  move n -> [a, n - k - a] for k in 1..2, a in 1..n where a < n - k",
        ],
        &[
            "move n -> [a, n - k - a] for k in 1..2, a in 1..n - k",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..n - k - 1",
            "move n -> [a, n - k - a] for k in 1..2, a in 1..n - k - 1",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..(n - k - 1) / 2",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..n - k where a != n - k - a",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..n - k where a > 0",
            "move n -> [a, n - k - a] for k in 1..2, a in 0..n - k where n > k",
            "move n -> [a, n - k - a] for k in 1..2, a in 2..n - k",
            "move n -> [a, n - k - a] for k in 1..3, a in 0..n - k",
            "move n -> [a, n - 1 - a] for a in 0..n - 1  move n -> [a, n - 2 - a] for a in 1..n - 2",
            "move n -> [a, b] for k in 1..2, a in 0..n - k, b in 1..a where a + b + k == n",
        ],
    ),
    (
        // Dawson's Kayles: two adjacent ones.
        "octal 0.07",
        &[
            "move n -> [a, n - 2 - a] for a in 0..n - 2",
            "move n -> [a, n - a - 2] for a in 0..",
            "move n -> [i, n - 2 - i] for i in 0..(n - 2) / 2",
            "take 2 leaving 0..2 piles",
            "take 2  take 2 leaving 2 piles",
            "move n -> [a, b] for a in 0..n - 2, b = n - 2 - a where a >= b",
            "move n -> n - 2  move n -> [a, n - 2 - a] for a in 1..n - 3",
        ],
        &[
            "move n -> [a, n - 1 - a] for a in 0..n - 1",
            "move n -> [a, n - 2 - a] for a in 1..n - 2",
            "move n -> [a, n - 2 - a] for a in 1..n - 3",
            "move n -> [a, n - 2 - a] for a in 0..n - 2 where a < n - 2 - a",
            "move n -> [i - 1, n - i - 1] for i in 2..n - 1",
        ],
    ),
    (
        // One, two or three.
        "take 1..3",
        &[
            "take 1, 2, 3",
            "take 1  take 2  take 3",
            "take k for k in [3, 2, 1]",
            "move n -> n - k for k in 1..3",
            "move n -> n - 1  move n -> n - 2  move n -> n - 3",
            "move n -> [n - k] for k in 1..3",
            "octal 0.333",
        ],
        &[
            "take 1..4",
            "take 2..3",
            "take 1, 3",
            "move n -> n - k for k in 1..3 where n - k > 0",
            "octal 0.331",
        ],
    ),
];

/// Rules as people write them: those that are the game are accepted, whatever their words, and no other game is.
#[test]
fn a_rule_may_be_written_in_other_words() {
    let mut refused = Vec::new();
    for (rule, same, others) in REWORDINGS {
        let claim = certificate(rule, None).expect("a certificate");
        let values = spelt_out(&claim, 60);
        assert_eq!(plain(rule, 60), values, "{rule}");
        for words in *same {
            assert_eq!(plain(words, 60), values, "{words}");
            if let Err(why) = verify(words, &claim) {
                refused.push(format!("{words}: {why}"));
            }
        }
        for words in *others {
            assert_ne!(plain(words, 60), values, "{words}");
            assert!(verify(words, &claim).is_err(), "{words}");
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
