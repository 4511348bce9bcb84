//! Misère quotients.

use nimrule::Settings;
use nimrule::kernel::misere::growth::Growth;
use nimrule::kernel::misere::monoid::{Element, IDENTITY, Presentation};
use nimrule::kernel::misere::quotient::Quotient;
use nimrule::kernel::period::Recurrence;
use nimrule::work::Halt;
use nimrule::work::budget::{Budget, Limits};
use nimrule::work::chance::Chance;
use serde_json::Value;

use super::brute::{Brute, Rules, code, random_code, random_rules, sums};
use super::{budget, known, words};
use crate::common::opened;

fn too_large(most: usize) -> Halt {
    Halt::Declined(format!("has more than {most} elements").into())
}

/// The quotient of the heaps of some rules, as far as it has at most so many elements.
fn grow(rules: &Rules, most: usize) -> Growth {
    let mut growth = Growth::new(most);
    for heap in 1..rules.len() {
        match growth.push(&words(rules, heap), &mut budget()) {
            Ok(()) => {}
            Err(halt) if halt == too_large(most) => break,
            Err(halt) => panic!("{halt:?} at {heap} of {rules:?}"),
        }
    }
    growth
}

/// The image of a sum of heaps, if all of them are known.
fn image_of(quotient: &Quotient, heaps: &[u64]) -> Option<Element> {
    heaps.iter().try_fold(IDENTITY, |image, &heap| {
        Some(quotient.monoid().product(image, quotient.image(heap)?))
    })
}

fn wide(sum: &[u32]) -> Vec<u64> {
    sum.iter().map(|&heap| u64::from(heap)).collect()
}

/// All sums of a few heaps have the outcome of their image, and equal elements are not told apart by any of them.
fn compare(rules: &Rules, growth: &Growth, len: usize, name: &str) {
    let quotient = growth.quotient();
    let mut brute = Brute::new(rules.clone());
    for sum in sums(quotient.largest(), len) {
        if let Some(is_lost) = brute.is_lost_soon(&sum, 2000) {
            let found =
                image_of(quotient, &wide(&sum)).map(|image| quotient.monoid().is_lost(image));
            assert_eq!(found, Some(is_lost), "{name}: {sum:?}");
        }
    }
    // The quotient is reduced: some least word tells any two elements apart, and these outcomes are true.
    let monoid = quotient.monoid();
    for one in monoid.elements() {
        for other in monoid.elements().filter(|&other| other > one) {
            let differs = monoid.elements().any(|beside| {
                monoid.is_lost(monoid.product(one, beside))
                    != monoid.is_lost(monoid.product(other, beside))
            });
            assert!(differs, "{name}: {one} {other}");
        }
    }
}

#[test]
fn random_tables_agree_with_the_definition() {
    let mut chance = Chance::new(Some(7));
    for round in 0..300 {
        let parts = 1 + chance.below(3);
        let most = 5 + chance.below(4);
        let options = 1 + chance.below(5);
        let rules = random_rules(&mut chance, most, options, parts);
        let growth = grow(&rules, 40);
        compare(&rules, &growth, 4, &format!("round {round} {rules:?}"));
    }
}

#[test]
fn random_codes_agree_with_the_definition() {
    let mut chance = Chance::new(Some(11));
    for round in 0..60 {
        let name = random_code(&mut chance, round % 3 == 0);
        let rules = code(&name, 9);
        compare(&rules, &grow(&rules, 40), 4, &name);
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

#[test]
fn known_quotients_of_codes() {
    for row in known() {
        let name = row["game"].as_str().expect("a name");
        let heaps = number(&row["heaps"]) as u32;
        let most = number(&row["order"]) as usize;
        let is_whole = row["status"] == "proved";
        let digits = Recurrence::Digits {
            most: name.len() - 2,
            heaps: 2,
        };
        let rules = code(name, heaps);
        let mut growth = Growth::new(most);
        let mut period = None;
        for heap in 1..=heaps as usize {
            // The growing ones are left where it gets long.
            if growth.quotient().monoid().order() > 100 && !is_whole {
                break;
            }
            growth
                .push(&words(&rules, heap), &mut budget())
                .unwrap_or_else(|halt| panic!("{name}: {halt:?}"));
            period = period.or(growth.find_period(digits));
        }
        let quotient = growth.quotient();
        let reached = u64::from(quotient.largest());
        let period = period.map(|period| (period.period as u64, period.preperiod as u64));
        let known = is_whole.then(|| (number(&row["period"]), number(&row["preperiod"])));
        assert_eq!(period, known, "{name}");
        let orders: Vec<(u64, u64)> = growth
            .orders()
            .iter()
            .map(|&(heap, order)| (u64::from(heap), order as u64))
            .collect();
        let pairs = row["partial_orders"].as_array().expect("a list");
        let known: Vec<(u64, u64)> = pairs
            .iter()
            .map(|pair| (number(&pair[0]), number(&pair[1])))
            .filter(|pair| pair.0 <= reached)
            .collect();
        assert_eq!(orders, known, "{name}");
        let is_lost = |heap: &u64| {
            quotient
                .image(*heap)
                .is_some_and(|it| quotient.monoid().is_lost(it))
        };
        let singles: Vec<u64> = (0..=reached).filter(is_lost).collect();
        let known: Vec<u64> = row["single_heap_P"]
            .as_array()
            .expect("a list")
            .iter()
            .map(number)
            .filter(|&heap| heap <= reached)
            .collect();
        assert_eq!(singles, known, "{name}");
        if reached == u64::from(heaps) {
            assert_eq!(
                quotient.monoid().order() as u64,
                number(&row["order"]),
                "{name}"
            );
            assert_eq!(
                quotient.monoid().lost_count() as u64,
                number(&row["P"]),
                "{name}"
            );
        }
    }
}

fn kayles() -> Growth {
    let mut growth = Growth::new(100);
    let rules = code("0.77", 200);
    let mut heap = 1;
    while growth
        .find_period(Recurrence::Digits { most: 2, heaps: 2 })
        .is_none()
    {
        growth
            .push(&words(&rules, heap), &mut budget())
            .expect("Kayles");
        heap += 1;
    }
    growth
}

/// A word such as `ab2c` over generators.
fn parse(text: &str, generators: &[u32]) -> Vec<u64> {
    let mut word = Vec::new();
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(1) => {}
            Some(power) => {
                let last = *word.last().expect("a letter");
                word.extend((1..power).map(|_| last));
            }
            None => word.push(u64::from(generators[letter as usize - 'a' as usize])),
        }
    }
    word
}

/// As published, for the piles up to 10.
#[test]
fn a_quotient_is_shown_with_its_generators() {
    let mut session = opened(
        "game kayles { take 1..2 leaving 0..2 piles  misere }",
        Settings::default(),
    );
    let game = session.game(Some("kayles")).unwrap();
    let shown = session.quotient(&game, 10).unwrap().to_string();
    for line in [
        "generators  a = 1, b = 2, c = 5, d = 9",
        "P-portion   a, b², ac, ac², d, ad²",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
}

/// Plambeck and Siegel, Misère quotients for impartial games (2008), the quotient of Kayles.
#[test]
fn kayles_has_the_published_presentation() {
    let growth = kayles();
    let quotient = growth.quotient();
    let presentation = Presentation::of(quotient.monoid());
    assert_eq!(presentation.generators, [1, 2, 5, 9, 12, 25, 27]);
    assert_eq!(
        presentation.spell_lost().join(" "),
        "a b² ac ac² d ad² e ade adf"
    );
    let published = "a2=1 b3=b bc2=b c3=c bd=bc cd=b2 d3=d be=bc ce=b2 e2=de bf=ab cf=ab2c d2f=f f2=b2 b2g=g c2g=g dg=cg eg=cg fg=ag g2=b2";
    for relation in published.split(' ') {
        let (left, right) = relation.split_once('=').expect("a relation");
        let image = |text| image_of(quotient, &parse(text, &presentation.generators));
        assert_eq!(image(left), image(right), "{relation}");
    }
    assert_eq!(presentation.relations.len(), published.split(' ').count());
    let mut lost: Vec<_> = "a b2 ac ac2 d ad2 e ade adf"
        .split(' ')
        .map(|text| image_of(quotient, &parse(text, &presentation.generators)).expect("an element"))
        .collect();
    lost.sort_unstable();
    lost.dedup();
    assert_eq!(lost.len(), 9);
    assert!(lost.iter().all(|&image| quotient.monoid().is_lost(image)));
    assert_eq!(presentation.lost.len(), 9);
    let period = quotient.period().expect("a period");
    assert_eq!((period.period, period.preperiod), (12, 71));
}

/// The relations hold, and as rules they leave only as many words as there are elements: so they present the monoid.
#[test]
fn presentations_have_as_many_elements_as_the_monoid() {
    for name in ["0.77", "0.75", "0.34", "0.53", "0.72", "0.15", "4.56"] {
        let growth = grow(&code(name, 40), 100);
        let quotient = growth.quotient();
        let presentation = Presentation::of(quotient.monoid());
        for (left, right) in &presentation.relations {
            assert_eq!(
                image_of(quotient, &wide(left)),
                image_of(quotient, &wide(right)),
                "{name}"
            );
            // The larger word is the one with more of the largest heap in which they differ.
            assert!(left > right, "{name}");
        }
        let divides = |part: &[u32], word: &[u32]| {
            let count = |word: &[u32], heap: u32| word.iter().filter(|&&own| own == heap).count();
            part.iter()
                .all(|&heap| count(part, heap) <= count(word, heap))
        };
        let mut left_over: Vec<Vec<u32>> = vec![vec![]];
        let mut at = 0;
        while let Some(word) = left_over.get(at).cloned() {
            at += 1;
            for &heap in &presentation.generators {
                let mut longer = word.clone();
                longer.push(heap);
                longer.sort_unstable();
                if !left_over.contains(&longer)
                    && !presentation
                        .relations
                        .iter()
                        .any(|(left, _)| divides(left, &longer))
                {
                    left_over.push(longer);
                }
            }
        }
        assert_eq!(
            left_over.len(),
            quotient.monoid().order(),
            "{name}: {presentation}"
        );
    }
}

#[test]
fn a_presentation_reads_as_in_books() {
    let growth = grow(&code("0.75", 22), 100);
    let presentation = Presentation::of(growth.quotient().monoid());
    assert_eq!(
        presentation.to_string(),
        "⟨a, b, c | a² = 1, b³ = b, bc = ab, c² = b²⟩"
    );
    assert_eq!(presentation.spell_lost(), ["a", "b²"]);
}

#[test]
fn periodic_quotients_hold_for_all_sizes() {
    for (name, k) in [
        ("0.77", 2),
        ("0.75", 2),
        ("0.34", 2),
        ("4.56", 2),
        ("0.3", 1),
        ("0.72", 2),
    ] {
        let digits = Recurrence::Digits { most: k, heaps: 2 };
        let rules = code(name, 420);
        let mut growth = Growth::new(100);
        let mut heap = 1;
        while growth.find_period(digits).is_none() {
            growth
                .push(&words(&rules, heap), &mut budget())
                .expect(name);
            heap += 1;
        }
        // Far beyond the period, computed without it.
        let mut further = Growth::new(100);
        for heap in 1..rules.len() {
            further
                .push(&words(&rules, heap), &mut budget())
                .expect(name);
        }
        let images: Vec<_> = (0..rules.len() as u64)
            .map(|heap| growth.quotient().image(heap))
            .collect();
        let plain: Vec<_> = further
            .quotient()
            .images()
            .iter()
            .map(|&image| Some(image))
            .collect();
        assert_eq!(images, plain, "{name}");
        assert!(growth.quotient().image(1_000_000_000_000_000_000).is_some());
        assert!(
            further
                .quotient()
                .image(1_000_000_000_000_000_000)
                .is_none()
        );
    }
}

/// With a period, parts up to [`enough`](nimrule::kernel::misere::quotient::Quotient::enough) find a winning move where there is one.
#[test]
fn few_splits_find_a_winning_move() {
    let growth = kayles();
    let quotient = growth.quotient();
    let enough = quotient.enough().expect("a period");
    let mut chance = Chance::new(Some(5));
    for _ in 0..300 {
        let size = 150 + chance.below(400);
        let beside = quotient.image(chance.below(300)).expect("an image");
        let wins = |one: u64, other: u64| {
            let image = image_of(quotient, &[one, other]).expect("an image");
            quotient
                .monoid()
                .is_lost(quotient.monoid().product(image, beside))
        };
        let any = (1..=2).any(|take| (0..=size - take).any(|one| wins(one, size - take - one)));
        let few = (1..=2).any(|take| (0..=enough).any(|one| wins(one, size - take - one)));
        assert_eq!(any, few, "{size}");
    }
}

#[test]
fn growing_quotients_stop_at_limits() {
    for name in ["0.26", "0.27", "0.54", "0.57", "4.7"] {
        let rules = code(name, 60);
        let mut growth = Growth::new(40);
        let halt = (1..rules.len())
            .find_map(|heap| growth.push(&words(&rules, heap), &mut budget()).err());
        assert_eq!(halt, Some(too_large(40)), "{name}");
        compare(&rules, &growth, 2, name);
        // Nothing was lost: with a larger bound it would go on from here.
        let reached = growth.quotient().largest();
        let known = grow(&rules[..=reached as usize].to_vec(), 200);
        assert_eq!(known.orders(), growth.orders(), "{name}");
        let limits = Limits::default().with_memory(200_000);
        let mut budget = Budget::start(&limits);
        let mut growth = Growth::new(4000);
        let halt =
            (1..rules.len()).find_map(|heap| growth.push(&words(&rules, heap), &mut budget).err());
        assert!(matches!(halt, Some(Halt::Failure(_))), "{name}: {halt:?}");
    }
}

/// A sum asks for few elements beside the search; what is too much for it is no answer to who asks for the quotient itself.
#[test]
fn a_quotient_that_a_sum_gave_up_grows_for_who_asks_for_it() {
    let mut session = opened("game g { octal 0.37  misere }", Settings::default());
    let game = session.game(Some("g")).unwrap();
    let answer = session.eval_text("sum", "winner(g[15, 14])").unwrap();
    assert_eq!(answer.by.engine, "search");
    let found = session.quotient(&game, 15).unwrap();
    // The corpus: 304 elements, 38 of them P-positions.
    assert_eq!((found.order, found.p_portion), (304, 38));
}
