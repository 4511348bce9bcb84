//! Which components are worth a number: what follows from each thing that becomes known.

use super::values::{LoopyValues, State, SumOption, Task};
use crate::solve::positions::Positions;
use crate::work::Failure;

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
        let component = &mut self.components[place as usize];
        let Err(at) = component.seen.binary_search(&value) else {
            self.tasks.push(Task::Component(place));
            return;
        };
        component.seen.insert(at, value);
        self.inner += 8;
        while component.seen.binary_search(&component.mex).is_ok() {
            component.mex += 1;
        }
        self.tasks.push(Task::Component(place));
        // A move to this component may now be reversed by one to that option.
        self.tell(place);
    }

    /// Has the options looked at again that a component is a part of.
    fn tell(&mut self, place: u32) {
        for number in &self.components[place as usize].within {
            self.tasks.push(Task::Option(*number));
        }
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
