//! What a program with a window does: the moves of a position at once, the best one from a thread that a button cancels.
//!
//! `cargo run --example window`; the return key is the button.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::{io, thread};

use nimrule::{Limits, Report, Rulebook, Session, Settings};

/// As many moves as the window shows.
const MOST: usize = 10;

fn main() -> Result<(), Report> {
    let limits = Limits::default();
    let cancel = Arc::clone(&limits.interrupt);
    let settings = Settings::default().with_limits(limits);
    // A sum in misère play whose game is not tame: a long search.
    let rules = "game dawson { octal 0.07  misere }";
    let mut session = Session::new(Rulebook::parse(rules)?, settings)?;
    let dawson = session.book().game("dawson")?;
    let position = dawson.position([35, 34, 33, 32])?;
    let turns = session.turns(&position)?;
    println!("Moves in {position}:");
    for number in 0..MOST {
        let Some(play) = session.turn(&turns, number)? else {
            break;
        };
        println!("  {}, which leaves {}", play.words, play.to);
    }
    println!("Looking for the best one; press return to cancel.");
    let work = thread::spawn(move || session.solve(&position, MOST));
    thread::spawn(move || {
        // The button.
        let _ = io::stdin().read_line(&mut String::new());
        cancel.store(true, Ordering::Relaxed);
    });
    match work.join().expect("a panic inside a question is reported") {
        Ok(solution) => match solution.best {
            Some(best) => println!("Best: {}, which leaves {}", best.play.words, best.play.to),
            None => println!("There is no move."),
        },
        Err(report) if report.is_interrupt() => println!("Cancelled."),
        Err(report) => println!("{report}"),
    }
    Ok(())
}
