//! The letters that piles are called by.

/// So many letters name a pile at most.
const MOST_LETTERS: usize = 3;

/// The letters that name a pile: a, b, …, z, aa, ab, …
pub fn label(pile: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = pile;
    loop {
        letters.push(char::from(b'a' + (rest % 26) as u8));
        match (rest / 26).checked_sub(1) {
            Some(more) => rest = more,
            None => break,
        }
    }
    letters.iter().rev().collect()
}

/// The number of the pile that these letters name.
pub fn labelled(letters: &str) -> Option<usize> {
    if letters.len() > MOST_LETTERS {
        return None;
    }
    let mut number = 0_usize;
    for letter in letters.bytes() {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let digit = usize::from(letter - b'a') + 1;
        number = number.checked_mul(26)?.checked_add(digit)?;
    }
    number.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_piles() {
        for (number, letters) in [
            (0, "a"),
            (25, "z"),
            (26, "aa"),
            (27, "ab"),
            (701, "zz"),
            (702, "aaa"),
        ] {
            assert_eq!(label(number), letters);
            assert_eq!(labelled(letters), Some(number));
        }
        assert_eq!(labelled(""), None);
        assert_eq!(labelled("B"), None);
        assert_eq!(labelled(&"z".repeat(40)), None);
    }
}
