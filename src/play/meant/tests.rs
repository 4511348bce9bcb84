//! Ways to say a move, and what is said to what is none.

use super::*;
use crate::{Rulebook, Settings};

const RULES: &str = "
    game nim { take any }
    game kayles { take 1..2 leaving 0..2 piles }
    game cut { split into 2 unequal }
    game gaps { take 1, 3, 4 }
    game moore { take any each turn 1..2 piles }
    game twins { take any each turn 2 piles alike }
    game parity { take k for k in 1..3 where if n % 2 == 1 then k < 3 else k > 1 each turn 2 piles alike }
    game halve { move n -> n / 2 where n > 0 }
    game every { take 1..2 each turn all piles }
    game queen { pile {a, b} move a -> a - k for k in 1.. move a, b -> a - k, b - k for k in 1.. }
    game knight { pile (row in 0..7, col in 0..7) move (row, col) -> (row - 2, col + d) for d in [-1, 1] }
    game coins { pile coin[] in 0..1 move coin[i] -> 0 where coin[i] == 1 }
    game lim(m) { take 1..m }";

/// A position, what is typed, and the position that the move leaves.
const SAID: &str = "
    # Every way to say one move.
    nim[5, 9, 11] | c 3 | nim[5, 9, 8]
    nim[5, 9, 11] | 3 3 | nim[5, 9, 8]
    nim[5, 9, 11] | 3 from c | nim[5, 9, 8]
    nim[5, 9, 11] | take 3 from 11 | nim[5, 9, 8]
    nim[5, 9, 11] | take 3 from the pile of 11 | nim[5, 9, 8]
    nim[5, 9, 11] | c -> 8 | nim[5, 9, 8]
    nim[5, 9, 11] | 11 to 8 | nim[5, 9, 8]
    nim[5, 9, 11] | nim[5, 9, 8] | nim[5, 9, 8]
    nim[5, 9, 11] | nim[8, 9, 5] | nim[5, 9, 8]
    nim[5, 9, 11] | [5, 9, 8] | nim[5, 9, 8]
    nim[5, 9, 11] | (5, 9, 8) | nim[5, 9, 8]
    # The 5 has five moves, the 9 nine, and the 17th is the third of the 11.
    nim[5, 9, 11] | 17 | nim[5, 9, 8]
    nim[5, 9, 11] | take 11 | nim[5, 9, 0]
    nim[0, 5, 5] | b 2 | nim[0, 3, 5]
    nim[0, 5, 5] | c 2 | nim[0, 5, 3]
    nim[0, 5, 5] | nim[0, 5, 3] | nim[0, 5, 3]
    nim[0, 5, 5] | nim[5, 3] | nim[0, 3, 5]
    kayles[7] | 1 leaving 3 and 3 | kayles[3, 3]
    kayles[7] | a 2 leaving 5 | kayles[5]
    kayles[7] | take 1 leaving 4 2 | kayles[2, 4]
    kayles[2] | take 2 | kayles[]
    cut[7] | split 7 into 4 and 3 | cut[3, 4]
    cut[3] | a | cut[1, 2]
    gaps[5] | 4 | gaps[1]
    gaps[5] | take 3 | gaps[2]
    gaps[5] | #3 | gaps[1]
    nim[7] | 3 | nim[4]
    # Both the amount and the number of the move.
    kayles[4] | 1 | kayles[3]
    nim[1000000000000] | 1 | nim[999999999999]
    nim[1000000000000, 5] | a 999999999995 | nim[5, 5]
    nim[1000000000000, 5] | nim[4, 5] | nim[4, 5]
    moore[5000, 6000, 7000] | a 5000 and b 1 | moore[0, 5999, 7000]
    moore[22, 14, 18] | take 8 from 22 and 4 from 18 | moore[14, 14, 14]
    moore[22, 14, 18] | a 8, c 4 | moore[14, 14, 14]
    moore[5, 5] | 2 from 5 and 3 from 5 | moore[3, 2]
    moore[5, 5] | b 2 | moore[5, 3]
    twins[5, 7] | a 2 and b 2 | twins[3, 5]
    # Of the four ways to move in both piles only one is alike.
    parity[4, 5] | a and b | parity[2, 3]
    halve[9, 4] | a | halve[4, 4]
    halve[9, 4] | b to 2 | halve[9, 2]
    queen[(5, 3)] | (2, 0) | queen[(0, 2)]
    queen[(5, 3)] | a to (1, 3) | queen[(1, 3)]
    knight[(4, 4), (2, 2)] | (2, 2) to (0, 3) | knight[(4, 4), (0, 3)]
    coins[[1, 0, 1]] | [0, 0, 1] | coins[[0, 0, 1]]
    coins[[1, 0, 1]] | coins[[1, 0, 0]] | coins[[1, 0, 0]]
    lim(4)[8] + lim(3)[7] | a 3 | lim(4)[5] + lim(3)[7]
    lim(4)[8] + lim(3)[7] | take 3 from the pile of 7 of lim(3) | lim(4)[8] + lim(3)[4]
    lim(4)[8] + lim(3)[7] | lim(4)[8] + lim(3)[6] | lim(4)[8] + lim(3)[6]
";

/// A position, what is typed, and what is said to that.
const REFUSED: &str = "
    nim[5, 0] | a 6 | from pile a (5) you may take 1 to 5
    nim[5, 0] | a 0 | from pile a (5) you may take 1 to 5
    nim[5, 0] | b 1 | there is no move in pile b (0)
    nim[5, 0] | c 1 | there is no pile c: they are called a and b
    nim[5] | b 1 | there is no pile b: the only one is a
    nim[5, 9] | take 1 from 7 | there is no pile 7
    nim[5, 9] | a 1 and b 1 | that is no move: a turn moves in one pile
    nim[5] | 2 + 3 | that is no move: a turn moves in one pile
    nim[5, 9] | 20 | there is no move 20: `moves` lists moves 1 to 14
    nim[1] | #2 | there is no move 2: `moves` lists the only one
    nim[5, 9] | nim[4, 8] | no move leads from nim[5, 9] to nim[4, 8]: 2 piles change, but a turn moves in one
    nim[5, 9] | nim[5, 9] | no move leads from nim[5, 9] to nim[5, 9]: a turn must change something
    nim[5, 9] | nim[5, 10] | no move leads from nim[5, 9] to nim[5, 10]
    nim[5, 9] | nom[5, 8] | `nom[5, 8]` is no position: nothing is called `nom`
    nim[5, 9] | xyzzy 3! | `xyzzy 3!` is no move that I understand; `help` says how moves are written
    gaps[5] | 3 | `3` may be an amount, or the number of a move in the list (`take 4 from the pile of 5`): write `take 3` or `#3`
    gaps[5] | take 2 | from pile a (5) you may take 1, 3 or 4
    kayles[7] | take 1 leaving 5 | taking 1 from pile a (7) may leave 6; 1 and 5; 2 and 4; 3 and 3
    cut[7] | a into 5 5 | pile a (7) may become 1 and 6; 2 and 5; 3 and 4
    twins[5, 7] | a 2 and b 1 | that is no move: a turn moves in 2 piles, alike in each; `moves` lists what there is
    twins[5, 7] | a 2 | that is no move: a turn moves in 2 piles; `moves` lists what there is
    every[5, 7] | a 2 | that is no move: a turn moves in all piles; `moves` lists what there is
    moore[5, 7, 3] | a 1, b 1, c 1 | that is no move: a turn moves in 1..2 piles; `moves` lists what there is
    moore[5, 7, 3] | a 1, c 9 | from pile c (3) you may take 1 to 3
    nim[1000000000000, 5] | a 1000000000001 | from pile a (1000000000000) you may take 1 to 1000000000000
    nim[1000000000000, 5] | #3 | there are too many moves to count them
    nim[1000000000000, 5] | 3 | say from which pile, as in `a 3`
    knight[(4, 4)] | (3, 3) | pile a (4, 4) may become (2, 3); (2, 5)
    lim(4)[8] + lim(3)[7] | a 1 and b 1 | that is no move: a turn moves in one pile
";

/// What comes of a text at a position: the position that the move leaves, or the complaint.
fn said(session: &mut Session, position: &str, text: &str) -> String {
    let position = session.position(None, &[position.to_string()]).unwrap();
    let turns = session.turns(&position).unwrap();
    match meant(session, &turns, text).unwrap() {
        Ok(play) => play.to.to_string(),
        Err(why) => why,
    }
}

/// Checks what comes of each row of a table, `position | text | expected`.
fn check(session: &mut Session, table: &str) {
    for row in table
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty() && !row.starts_with("# "))
    {
        let cells: Vec<&str> = row.splitn(3, " | ").collect();
        let [position, text, expected] = cells[..] else {
            panic!("{row}");
        };
        assert_eq!(said(session, position, text), expected, "{row}");
    }
}

#[test]
fn the_move_that_is_meant_is_found() {
    let mut session = Session::new(Rulebook::parse(RULES).unwrap(), Settings::default()).unwrap();
    check(&mut session, SAID);
}

#[test]
fn what_is_no_move_is_told_what_is_legal() {
    let mut session = Session::new(Rulebook::parse(RULES).unwrap(), Settings::default()).unwrap();
    check(&mut session, REFUSED);
    let several = said(&mut session, "nim[5, 9]", "take 1");
    assert_eq!(
        several,
        "that may mean more than one move:\n  take 1 from the pile of 5   nim[4, 9]\n  take 1 from the pile of 9   nim[5, 8]"
    );
    assert!(said(&mut session, "nim[5]", "lim(3)[").contains("is no position"));
}
