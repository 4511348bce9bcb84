//! Games with known closed forms: how many the finder reaches, and what the language makes of the formulas.

use nimrule::Settings;
use nimrule::conjecture::{About, Data, Form, Meaning};

use super::case::Case;
use super::{lists, numbers, pairs};
use crate::common::{budget, opened};

fn ask(case: &mut Case) -> Vec<Form> {
    let mut budget = budget();
    let data = Data::table(
        case.about,
        &case.names,
        &case.sought,
        &mut case.value,
        &budget,
    )
    .unwrap();
    data.forms(&mut budget).unwrap()
}

/// Where a form is wrong beyond what it was found on.
fn refuted(case: &mut Case, form: &Form) -> Option<Vec<i64>> {
    let mut at: Vec<i64> = case.wider.iter().map(|range| *range.start()).collect();
    if form.meaning == Meaning::KthLosing {
        let lost = case.wider[0]
            .clone()
            .filter(|n| (case.value)(&[*n]) == Some(1));
        let lost: Vec<i64> = lost.collect();
        return (0..lost.len())
            .find(|k| form.eval(&[*k as i64]) != Some(lost[*k]))
            .map(|k| vec![k as i64]);
    }
    loop {
        if let Some(value) = (case.value)(&at)
            && form.from.is_none_or(|from| at[0] >= from)
            && form.eval(&at) != Some(value as i64)
        {
            return Some(at);
        }
        let mut i = at.len();
        loop {
            if i == 0 {
                return None;
            }
            i -= 1;
            at[i] += 1;
            if at[i] <= *case.wider[i].end() {
                break;
            }
            at[i] = *case.wider[i].start();
        }
    }
}

/// How many positions the language is asked about.
const ROWS: usize = 300;

/// A file that claims of some positions what the form says of them, where the language can say it.
fn claims(case: &mut Case, form: &Form) -> Option<String> {
    let definitions = form.definitions();
    let is_comment = definitions.iter().any(|text| text.starts_with('#'));
    if form.is_recursion() || form.meaning == Meaning::KthLosing || is_comment {
        return None;
    }
    let mut rows = Vec::new();
    let mut at: Vec<i64> = case.wider.iter().map(|range| *range.start()).collect();
    'all: while rows.len() < ROWS {
        if let Some(value) = (case.value)(&at)
            && form.from.is_none_or(|from| at[0] >= from)
            && !form.exceptions.iter().any(|(point, _)| *point == at)
        {
            let mut row: Vec<String> = at.iter().map(i64::to_string).collect();
            row.push(match case.about {
                About::Values => value.to_string(),
                About::Losing => (value == 1).to_string(),
            });
            rows.push(format!("({})", row.join(", ")));
        }
        for (cell, range) in at.iter_mut().zip(&case.wider).rev() {
            *cell += 1;
            if cell <= &mut range.end().clone() {
                continue 'all;
            }
            *cell = *range.start();
        }
        break;
    }
    Some(format!(
        "{}\nexpect all([({}) == value for ({}, value) in [{}]])\n",
        definitions.join("\n"),
        form.formula(),
        case.names.join(", "),
        rows.join(", ")
    ))
}

/// The claims hold.
fn hold(name: &str, text: &str) {
    let mut session = opened(text, Settings::default());
    for expect in session.book().expects() {
        let tested = session.test(&expect);
        assert!(tested.is_ok_and(|tested| tested.ok), "{name}: {text}");
    }
}

#[test]
fn three_quarters_of_the_known_forms_are_found() {
    let all = numbers::cases()
        .into_iter()
        .chain(pairs::cases())
        .chain(lists::cases());
    let (mut found, mut total, mut claimed) = (0, 0, 0);
    for mut case in all {
        total += 1;
        let forms = ask(&mut case);
        for form in &forms {
            let wrong = refuted(&mut case, form);
            let statement = form.statement();
            assert!(wrong.is_none(), "{}: {statement} at {wrong:?}", case.name);
        }
        let Some(first) = forms.first() else {
            continue;
        };
        found += 1;
        if let Some(text) = claims(&mut case, first) {
            claimed += 1;
            hold(case.name, &text);
        }
    }
    assert!(4 * found >= 3 * total, "{found} of {total}");
    assert!(2 * claimed >= found, "{claimed} of {found}");
}
