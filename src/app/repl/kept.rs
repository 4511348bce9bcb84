//! What the prompt keeps from one entry to the next.

/// A rule file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Opened {
    /// Its name in complaints, from which the files it names are found.
    pub(super) name: String,
    pub(super) text: String,
}

/// A file of the session.
#[derive(Debug, Clone)]
pub(super) struct Loaded {
    /// What the user called it.
    pub(super) given: String,
    /// What was read.
    pub(super) file: Opened,
}

/// An item that was typed.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    /// What it defines.
    pub(super) name: Option<String>,
    pub(super) text: String,
}

impl Typed {
    /// Adds an item; a definition takes the place of an earlier one of its name.
    pub(super) fn remember(list: &mut Vec<Typed>, name: Option<&str>, text: String) {
        let place = list.iter().position(|item| match name {
            Some(name) => item.name.as_deref() == Some(name),
            None => item.text == text,
        });
        match place.and_then(|place| list.get_mut(place)) {
            Some(item) => item.text = text,
            None => list.push(Typed {
                name: name.map(str::to_string),
                text,
            }),
        }
    }
}

/// The last answer as it can be written into an entry.
pub(super) struct Last {
    pub(super) text: String,
    /// Whether the text is the question, whose answer changes with the definitions.
    pub(super) is_question: bool,
}
