//! Genus.

use nimrule::kernel::misere::genus::Genera;
use nimrule::work::chance::Chance;

use super::brute::{Brute, Rules, code, random_code, random_rules, sums};
use super::{budget, words};

fn genera(rules: &Rules) -> Genera {
    let mut genera = Genera::default();
    for heap in 1..rules.len() {
        genera
            .push(&words(rules, heap), &mut budget())
            .expect("memory");
    }
    genera
}

/// The genus of sums against the values of the definition, with two more heaps for nim heaps of one and two.
fn compare(rules: &Rules, len: usize) {
    let mut genera = genera(rules);
    let most = rules.len() as u32 - 1;
    let mut with_twos = rules.clone();
    with_twos.push(vec![vec![]]);
    with_twos.push(vec![vec![], vec![most + 1]]);
    let mut brute = Brute::new(with_twos);
    for sum in sums(most, len) {
        let genus = genera.of(&sum, &mut budget()).expect("memory");
        assert!(genus.is_whole, "{sum:?} {rules:?} {genus}");
        assert_eq!(genus.normal, brute.value(&sum, false), "{sum:?} {rules:?}");
        for twos in 0..7 {
            let mut sum = sum.clone();
            sum.extend((0..twos).map(|_| most + 2));
            let known = brute.value(&sum, true);
            assert_eq!(
                genus.misere_value(twos),
                Some(known),
                "{sum:?} {rules:?} {genus}"
            );
        }
    }
}

#[test]
fn random_tables_agree_with_the_definition() {
    let mut chance = Chance::new(Some(29));
    for _ in 0..60 {
        let most = 5 + chance.below(3);
        let rules = random_rules(&mut chance, most, 4, 2);
        compare(&rules, 2);
    }
}

#[test]
fn random_codes_agree_with_the_definition() {
    let mut chance = Chance::new(Some(31));
    for round in 0..20 {
        compare(&code(&random_code(&mut chance, round % 2 == 0), 6), 2);
    }
}

/// Winning Ways, ch. 13: the genus of the heaps of Kayles.
#[test]
fn kayles_has_the_published_genus() {
    let mut genera = genera(&code("0.77", 15));
    let symbols: Vec<String> = (0..=15)
        .map(|heap| {
            genera
                .of(&[heap], &mut budget())
                .expect("memory")
                .to_string()
        })
        .collect();
    let known = "0^1 1^0 2^2 3^3 1^0 4^{146} 3^3 2^2 1^1 4^{046} 2^2 6^{46} 4^{046} 1^1 2^2 7^{57}";
    assert_eq!(symbols.join(" "), known);
}
