//! Which components are worth a number: what follows from each thing that becomes known.

use super::values::{State, Task, Values};
use crate::solve::solver::Solver;
use crate::solve::trouble::Trouble;

impl Values {
    /// Draws all conclusions.
    pub(super) fn settle(&mut self, solver: &mut Solver) -> Result<(), Trouble> {
        while !self.tasks.is_empty() {
            // Where a limit stops the work, the tasks wait.
            solver.machine.budget.step()?;
            let Some(task) = self.tasks.pop() else { break };
            match task {
                Task::Option(number) => {
                    let Some(option) = self.options.get(number as usize) else {
                        continue;
                    };
                    let (owner, value) = (option.owner, option.xor);
                    match option.open {
                        0 => self.see(owner, value),
                        _ if self.is_watched(number) => self.tasks.push(Task::Component(owner)),
                        _ => {}
                    }
                }
                Task::Component(place) => self.judge(place),
            }
        }
        Ok(())
    }

    fn is_watched(&self, number: u32) -> bool {
        self.options
            .get(number as usize)
            .and_then(|option| self.component(option.owner))
            .is_some_and(|component| component.watched == number)
    }

    /// An option of a component is worth a number.
    fn see(&mut self, place: u32, value: u64) {
        let Some(component) = self.components.get_mut(place as usize) else {
            return;
        };
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
        let Some(component) = self.components.get(place as usize) else {
            return;
        };
        for number in &component.within {
            self.tasks.push(Task::Option(*number));
        }
    }

    /// Gives a component its number, where no option stands against it.
    fn judge(&mut self, place: u32) {
        let Some(component) = self.component(place) else {
            return;
        };
        if component.number.is_some() || component.state == State::Closed {
            return;
        }
        let (first, count, mex) = (component.first, component.count, component.mex);
        let start = component.watched.saturating_sub(first);
        let found = (0..count)
            .map(|step| first + (start + step) % count)
            .find(|number| !self.is_settled(*number, mex));
        let Some(component) = self.components.get_mut(place as usize) else {
            return;
        };
        if let Some(number) = found {
            component.watched = number;
            return;
        }
        self.clock += 1;
        component.number = Some(mex);
        component.time = self.clock;
        for number in &component.within {
            if let Some(option) = self.options.get_mut(*number as usize) {
                option.open = option.open.saturating_sub(1);
                option.xor ^= mex;
            }
        }
        self.tell(place);
    }

    /// Whether an option does not keep its owner from being worth `mex`: it is worth another number, or can be reversed.
    fn is_settled(&self, number: u32, mex: u64) -> bool {
        let Some(option) = self.options.get(number as usize) else {
            return false;
        };
        match option.open {
            // What it is worth may not have been noted among the numbers seen yet.
            0 => option.xor != mex,
            1 => self
                .parts(option)
                .iter()
                .filter_map(|part| self.component(*part))
                .find(|part| part.number.is_none())
                .is_some_and(|part| part.seen.binary_search(&(mex ^ option.xor)).is_ok()),
            _ => false,
        }
    }
}
