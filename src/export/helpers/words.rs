//= frame
$about

pub fn $function($params) -> $type {
    $search?use std::cell::RefCell;
    $search?use std::collections::{HashMap, HashSet};
    $search?
    $library
    $above
    if $outside {
        panic!("no such pile");
    }
    $body
}
//= above_formula
//= above_period
// The values of the piles 0 to $last.
static VALUES: [i64; $count] = [
    $values
];
//= above_ascending
thread_local! {
    /// The values of the piles 0, 1, 2, …
    static KNOWN: std::cell::RefCell<Vec<i64>> = const { std::cell::RefCell::new(Vec::new()) };
}
//= above_search
type Pile = [i64; $width];

// The options of a pile: their parts one after the other, and where each option ends.
fn options(pile: &Pile) -> (Vec<Pile>, Vec<usize>) {
    let mut parts: Vec<Pile> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    $moves
    $unordered?for part in &mut parts {
    $unordered?    part.sort_unstable();
    $unordered?}
    (parts, ends)
}

thread_local! {
    /// The values of the piles met so far.
    static KNOWN: RefCell<HashMap<Pile, i64>> = RefCell::new(HashMap::new());
}
//= period
$preperiod?if $size < $preperiod {
$preperiod?    return VALUES[$size as usize];
$preperiod?}
$value
//= formula
$moves
$value
//= ascending
KNOWN.with_borrow_mut(|known| {
    $lowest?if known.is_empty() {
    $lowest?    known.resize($lowest, 0);
    $lowest?}
    // For each value the last pile with an option of that value, plus 1.
    let mut seen: Vec<i64> = Vec::new();
    for $pile in known.len() as i64..=$size {
        $moves?let mut mark = |value: i64| {
        $moves?    let place = value as usize;
        $moves?    if place >= seen.len() {
        $moves?        seen.resize(2 * place + 1, 0);
        $moves?    }
        $moves?    seen[place] = $pile + 1;
        $moves?};
        $moves
        let mex = (0..).find(|&value: &usize| seen.get(value) != Some(&($pile + 1)));
        known.push(mex.unwrap_or(0) as i64);
    }
    known[$size as usize]
})
//= search
$ordered?let start: Pile = [$size];
$unordered?let mut start: Pile = [$size];
$unordered?start.sort_unstable();
KNOWN.with_borrow_mut(|known| {
    // Piles whose options are being worked out.
    let mut open: HashSet<Pile> = HashSet::new();
    let mut stack = vec![start];
    while let Some(&here) = stack.last() {
        if known.contains_key(&here) {
            stack.pop();
            continue;
        }
        let (parts, ends) = options(&here);
        let mut missing: Vec<Pile> = parts.iter().filter(|part| !known.contains_key(*part)).copied().collect();
        if !missing.is_empty() {
            open.insert(here);
            assert!(!missing.iter().any(|part| open.contains(part)), "a play need never end");
            // The least one comes first, so that the stack stays short.
            missing.sort_unstable_by(|a, b| b.cmp(a));
            missing.dedup();
            stack.extend(missing);
            continue;
        }
        let mut seen = vec![false; ends.len() + 1];
        let mut first = 0;
        for end in ends {
            let sum = parts[first..end].iter().fold(0, |sum, part| sum ^ known[part]);
            if let Some(slot) = seen.get_mut(sum as usize) {
                *slot = true;
            }
            first = end;
        }
        let mex = seen.iter().position(|seen| !seen).unwrap_or(0);
        known.insert(here, mex as i64);
        open.remove(&here);
        stack.pop();
    }
    known[&start]
})
//= int
i64
//= bool
bool
//= list_type
Vec<$element>
//= tuple_type tuple pattern
($items$comma)
//= false
false
//= true
true
//= list
vec![$items]
//= empty_list
Vec::<$element>::new()
//= constant
$UPPER
//= table
static $name: [$element; $count] = [
    $items
];
//= nested_table
static $name: std::sync::LazyLock<$type> = std::sync::LazyLock::new(|| vec![
    $items
]);
//= not
!$it
//= choice
if $condition { $yes } else { $no }
//= field
$tuple.$index
//= call call_of_repeated
$name($args)
//= borrowed
&$it
//= list_copy
$it.to_vec()
//= copy
$it.clone()
//= function
$unused?#[allow(unused_variables)]
fn $name($params) -> $type {
    $value
}
//= declaration
//= recursion
$unused?#[allow(unused_variables)]
fn $name($params) -> $type {
    thread_local! {
        static KNOWN: std::cell::RefCell<std::collections::HashMap<[i64; $width], $type>> = std::cell::RefCell::default();
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&[$names]).copied()) {
        return known;
    }
    let value = $value;
    KNOWN.with_borrow_mut(|known| known.insert([$names], value));
    value
}
//= list_function
$unused?#[allow(unused_variables)]
fn $name($params) -> $type {
    let mut list: $type = Vec::new();
    $steps
    list
}
//= param tuple_param
$name: $type
//= list_param
$name: &[$element]
//= ignored
_
//= scope
{
    $steps
}
//= assign
let $name = $value;
//= take_apart
let $names = $value;
//= push
list.push($value);
//= condition
if $condition {
    $steps
}
//= count
for $name in $first.. {
    $stops
    $steps
}
//= count_by
for $name in ($first..).step_by($by) {
    $stops
    $steps
}
//= range
for $name in $first..=$last {
    $stops
    $steps
}
//= range_by
for $name in ($first..=$last).step_by($by) {
    $stops
    $steps
}
//= stop
if $over {
    break;
}
//= each each_tuple
for $names in $list.iter().$every() {
    $steps
}
//= known
known[$tight as usize]
//= mark_value
mark($sum);
//= mark_list
mark($list.iter().fold(0, |sum, &part| sum ^ known[part as usize]));
//= part
parts.push([$cells]);
//= option
$parts
ends.push(parts.len());
//= option_of_numbers
parts.extend($list.iter().map(|part| [*part]));
ends.push(parts.len());
//= option_of_tuples
parts.extend($list.iter().map(|part| [$cells]));
ends.push(parts.len());
//= exception
if $condition {
    return $value;
}
//= unless
if $condition {
    return (parts, ends);
}
//= naming
[$items]
//= namings
let orders = [$items];
//= each_naming
for order in orders {
    $steps
}
//= cell
let $name = pile[$place];
//= cells cells_in_order
$cells
//= value_at
VALUES[$place]
//= value_at_term
VALUES[($place) as usize]
