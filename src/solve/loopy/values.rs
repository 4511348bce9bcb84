//! Values of components whose plays may go on for ever.
//!
//! The value of a component is a number, and then it is worth that pile of Nim, or ∞(K): it is worth no pile, and K are the
//! numbers that its options are worth (C. A. B. Smith, "Graphs and composite games", 1966; Fraenkel and Perl 1975; Winning
//! Ways, chapter 12). A component is worth m where m is the least number that no option is worth, and every option that is
//! worth no smaller number has an option in turn that is worth m and was found out earlier: that move reverses the first one.
//! In a sum numbers add by xor, ∞(K) plus n is ∞(K xor n), and of two infinite values the sum is ∞ with no K. The player to
//! move wins a number other than 0 and an ∞(K) with 0 in K, loses 0, and draws everything else.
//!
//! Options may be sums themselves. A number that is found stays true whatever is not looked at yet; that a value is infinite
//! is certain only when everything that can be reached is known.

use hashbrown::HashMap;
#[cfg(feature = "json")]
use serde::{Serialize, Serializer};

use super::frontier::Growing;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::values::KnownValues;
use crate::work::Failure;
use crate::work::budget::Account;

/// The value of a component or a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoopyValue {
    /// It is worth this pile of Nim.
    Number(u64),
    /// It is worth none; the numbers of its options in ascending order.
    Infinite(Vec<u64>),
    /// It is not known.
    Unknown,
}

/// Components, numbered by their places, and what they are worth.
#[derive(Default)]
pub(super) struct LoopyValues {
    places: HashMap<Id, u32>,
    ids: Vec<Id>,
    components: Vec<Component>,
    options: Vec<SumOption>,
    /// The components of all options, one after the other.
    parts: Vec<u32>,
    tasks: Vec<Task>,
    /// How many components were given a number.
    clock: u32,
    opened: u64,
    /// Bytes in the lists of the components.
    inner: u64,
    /// The first fault of a rule.
    pub(super) fault: Option<Failure>,
}

/// At most this many options and their parts have numbers.
const ROOM: usize = 1 << 31;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// Its options are not known.
    #[default]
    Closed,
    /// They are known.
    Open,
    /// And so are those of all components it may become.
    Complete,
    /// Its rules have a fault there.
    Fault,
    /// A component whose plays end, with its Grundy value.
    Leaf,
}

#[derive(Default)]
struct Component {
    state: State,
    number: Option<u64>,
    /// When it was given its number.
    time: u32,
    /// The numbers of its options that are known, in ascending order.
    seen: Vec<u64>,
    /// The least number that is not among them.
    mex: u64,
    /// Where its options begin.
    first: u32,
    count: u32,
    /// An option that keeps it from being worth its mex.
    watched: u32,
    /// The options it is a part of, one entry for each time.
    within: Vec<u32>,
}

/// About how many bytes a component takes of which nothing else is known.
pub(super) const BYTES_OF_A_COMPONENT: usize = size_of::<Component>() + 3 * size_of::<u64>();

/// An option of a component: a sum of components.
struct SumOption {
    owner: u32,
    first: u32,
    count: u32,
    /// How many parts have no number.
    open: u32,
    /// The xor of the numbers of the others.
    xor: u64,
}

#[derive(Debug, Clone, Copy)]
enum Task {
    /// A part of this option was given a number, or more is known of its only part without one.
    Option(u32),
    /// More is known of the options of this component.
    Component(u32),
}

impl LoopyValues {
    /// Whether a component has a place.
    pub(super) fn is_known(&self, id: Id) -> bool {
        self.places.contains_key(&id)
    }

    /// The place of a component; it is known from now on. One whose plays end gets its Grundy value at once.
    pub(super) fn place(&mut self, id: Id, memory: &mut KnownValues) -> Result<u32, Failure> {
        if let Some(place) = self.places.get(&id) {
            return Ok(*place);
        }
        let leaf = match is_loopy(id, &mut memory.piles.positions)? {
            true => None,
            false => Some(memory.component_value(id)?),
        };
        let place = self.components.len() as u32;
        self.places.insert(id, place);
        self.ids.push(id);
        self.components.push(Component {
            state: leaf.map_or(State::Closed, |_| State::Leaf),
            number: leaf,
            ..Component::default()
        });
        Ok(place)
    }

    fn component(&self, place: u32) -> &Component {
        &self.components[place as usize]
    }

    fn component_mut(&mut self, place: u32) -> &mut Component {
        &mut self.components[place as usize]
    }

    /// The places of the components that the options of one consist of.
    fn parts_of_options(&self, place: u32) -> &[u32] {
        let Component { first, count, .. } = *self.component(place);
        match &self.options[first as usize..(first + count) as usize] {
            [first, .., last] => {
                &self.parts[first.first as usize..(last.first + last.count) as usize]
            }
            [only] => self.parts(only),
            [] => &[],
        }
    }

    fn parts(&self, option: &SumOption) -> &[u32] {
        &self.parts[option.first as usize..(option.first + option.count) as usize]
    }

    pub(super) fn value(&self, place: u32) -> LoopyValue {
        let component = self.component(place);
        match (component.number, component.state) {
            (Some(value), _) => LoopyValue::Number(value),
            (None, State::Complete) => LoopyValue::Infinite(component.seen.clone()),
            (None, State::Closed | State::Open | State::Fault | State::Leaf) => LoopyValue::Unknown,
        }
    }

    /// Whether some option of a component is known to be worth a number.
    pub(super) fn may_become(&self, place: u32, value: u64) -> bool {
        self.component(place).seen.binary_search(&value).is_ok()
    }

    /// When a component was given its number; 0 where its plays end anyway.
    pub(super) fn time(&self, place: u32) -> u32 {
        self.component(place).time
    }

    fn memory(&self) -> u64 {
        (self.places.allocation_size()
            + self.components.capacity() * size_of::<Component>()
            + self.options.capacity() * size_of::<SumOption>()
            + (self.ids.capacity() + self.parts.capacity()) * size_of::<u32>()
            + self.tasks.capacity() * size_of::<Task>()) as u64
            + self.inner
    }
}

impl Growing for LoopyValues {
    fn ids(&self) -> &[Id] {
        &self.ids
    }

    fn is_closed(&self, place: u32) -> bool {
        self.component(place).state == State::Closed
    }

    fn next(&self, place: u32) -> &[u32] {
        // What can be reached from a complete component is complete.
        match self.component(place).state {
            State::Complete => &[],
            _ => self.parts_of_options(place),
        }
    }

    fn open(&mut self, place: u32, memory: &mut KnownValues) -> Result<(), Failure> {
        let positions = &mut memory.piles.positions;
        let options = match positions.fresh_options(self.ids[place as usize]) {
            Ok(options) => options,
            Err(failure @ Failure::Fault(_)) => {
                self.fault.get_or_insert(failure);
                self.component_mut(place).state = State::Fault;
                self.opened += 1;
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        // All parts are known before anything is changed: a limit may stop the work on one of them.
        let lists = options.iter().map(|option| self.places(option, memory));
        let lists = lists.collect::<Result<Vec<_>, _>>()?;
        let first = self.options.len() as u32;
        let count = lists.len() as u32;
        for list in lists {
            let number = self.options.len() as u32;
            let mut option = SumOption {
                owner: place,
                first: self.parts.len() as u32,
                count: list.len() as u32,
                open: 0,
                xor: 0,
            };
            for part in list {
                self.parts.push(part);
                let component = &mut self.components[part as usize];
                match component.number {
                    Some(value) => option.xor ^= value,
                    None => option.open += 1,
                }
                if component.state != State::Leaf {
                    component.within.push(number);
                    self.inner += 8;
                }
            }
            if option.open == 0 {
                self.tasks.push(Task::Option(number));
            }
            self.options.push(option);
        }
        let component = self.component_mut(place);
        component.state = State::Open;
        (component.first, component.count, component.watched) = (first, count, first);
        self.tasks.push(Task::Component(place));
        self.opened += 1;
        self.settle(&mut memory.piles.positions)
    }

    fn opened(&self) -> u64 {
        self.opened
    }

    fn is_full(&self) -> bool {
        self.options.len().max(self.parts.len()) > ROOM
    }

    fn hold(&self, positions: &Positions) {
        let budget = &positions.machine.budget;
        budget.hold(Account::LoopyValues, self.memory());
    }

    /// Notes that everything is known that can be reached, unless the rules have a fault somewhere.
    fn complete(&mut self, reached: &[u32]) {
        let has_fault = |place: &u32| self.component(*place).state == State::Fault;
        if reached.iter().any(has_fault) {
            return;
        }
        for place in reached {
            let component = self.component_mut(*place);
            if component.state == State::Open {
                component.state = State::Complete;
            }
        }
    }
}

/// Whether the plays of a component may go on for ever.
pub(super) fn is_loopy(component: Id, positions: &mut Positions) -> Result<bool, Failure> {
    match positions.nodes.node(component) {
        Node::Pile(game, _) | Node::Compound(game, _) => Ok(positions.header(game)?.loopy),
        Node::Sum(_) => Ok(false),
    }
}

/// A number, a text such as `∞(0, 2)`, or null where it is not known.
#[cfg(feature = "json")]
impl Serialize for LoopyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            LoopyValue::Number(value) => serializer.serialize_u64(*value),
            LoopyValue::Infinite(_) => serializer.collect_str(self),
            LoopyValue::Unknown => serializer.serialize_none(),
        }
    }
}

/// As it is written: `5`, `∞(0, 2)`, `∞` where no option is worth a number, `?`.
impl std::fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoopyValue::Number(value) => write!(f, "{value}"),
            LoopyValue::Infinite(numbers) if numbers.is_empty() => f.write_str("∞"),
            LoopyValue::Infinite(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                write!(f, "∞({})", numbers.join(", "))
            }
            LoopyValue::Unknown => f.write_str("?"),
        }
    }
}

impl LoopyValues {
    /// Draws all conclusions.
    pub(super) fn settle(&mut self, positions: &mut Positions) -> Result<(), Failure> {
        while !self.tasks.is_empty() {
            // Where a limit stops the work, the tasks wait.
            positions.machine.budget.step()?;
            let Some(task) = self.tasks.pop() else { break };
            match task {
                Task::Option(number) => {
                    let SumOption {
                        owner, xor, open, ..
                    } = self.options[number as usize];
                    if open == 0 {
                        self.see(owner, xor);
                    } else if self.component(owner).watched == number {
                        self.tasks.push(Task::Component(owner));
                    }
                }
                Task::Component(place) => self.judge(place),
            }
        }
        Ok(())
    }

    /// An option of a component is worth a number.
    fn see(&mut self, place: u32, value: u64) {
        self.tasks.push(Task::Component(place));
        let component = &mut self.components[place as usize];
        let Err(at) = component.seen.binary_search(&value) else {
            return;
        };
        component.seen.insert(at, value);
        self.inner += 8;
        while component.seen.binary_search(&component.mex).is_ok() {
            component.mex += 1;
        }
        // A move to this component may now be reversed by one to that option.
        self.tell(place);
    }

    /// Has the options looked at again that a component is a part of.
    fn tell(&mut self, place: u32) {
        for number in &self.components[place as usize].within {
            self.tasks.push(Task::Option(*number));
        }
    }

    /// Notes which components that can be reached from some places are complete, where others are not.
    pub(super) fn complete_some(
        &mut self,
        roots: &[u32],
        positions: &mut Positions,
    ) -> Result<(), Failure> {
        let (reached, _) = self.reach(roots, positions)?;
        let mut leads_on = vec![false; self.ids.len()];
        let is_end =
            |place: &u32| matches!(self.component(*place).state, State::Closed | State::Fault);
        let mut queue: Vec<u32> = reached.iter().copied().filter(is_end).collect();
        while let Some(place) = queue.pop() {
            positions.machine.budget.step()?;
            if std::mem::replace(&mut leads_on[place as usize], true) {
                continue;
            }
            let options = self.component(place).within.iter();
            queue.extend(options.map(|number| self.options[*number as usize].owner));
        }
        let is_complete = |place: &u32| !leads_on[*place as usize];
        let complete: Vec<u32> = reached.into_iter().filter(is_complete).collect();
        self.complete(&complete);
        Ok(())
    }

    /// Gives a component its number, where no option stands against it.
    fn judge(&mut self, place: u32) {
        let component = self.component(place);
        if component.number.is_some() || component.state == State::Closed {
            return;
        }
        let (first, count, mex) = (component.first, component.count, component.mex);
        let start = component.watched.saturating_sub(first);
        let found = (0..count)
            .map(|step| first + (start + step) % count)
            .find(|number| !self.is_settled(*number, mex));
        let component = &mut self.components[place as usize];
        if let Some(number) = found {
            component.watched = number;
            return;
        }
        self.clock += 1;
        component.number = Some(mex);
        component.time = self.clock;
        for number in &component.within {
            let option = &mut self.options[*number as usize];
            option.open -= 1;
            option.xor ^= mex;
        }
        self.tell(place);
    }

    /// Whether an option does not keep its owner from being worth `mex`: it is worth another number, or can be reversed.
    fn is_settled(&self, number: u32, mex: u64) -> bool {
        let option = &self.options[number as usize];
        match option.open {
            // What it is worth may not have been noted among the numbers seen yet.
            0 => option.xor != mex,
            1 => self
                .parts(option)
                .iter()
                .map(|part| self.component(*part))
                .find(|part| part.number.is_none())
                .is_some_and(|part| part.seen.binary_search(&(mex ^ option.xor)).is_ok()),
            _ => false,
        }
    }
}
