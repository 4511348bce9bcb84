//! Everything known about a game at once.

use std::sync::Arc;

use hashbrown::HashSet;

use super::answer::{Evidence, Periodicity, Values};
use super::board::Board;
use super::misere::{Genera, MisereQuotient};
use super::pictures::{Range, Show};
use super::pile_look::{CellGrid, Pile};
use super::reach::in_plays;
use super::samples::{draws, losing, tuples};
use super::session::Session;
use crate::expr::position::{Game, Position, Turn};
use crate::expr::shape::Form;
use crate::expr::value::{Outcome, Value};
use crate::picture::{Cells, Content, Drawing, Scene};
use crate::text::diagnostic::{Cause, Report};
use crate::text::words::counted;
use crate::work::budget::STEPS_PER_SECOND;

/// How much work each part may take that the rest can do without.
const PATIENCE: u64 = STEPS_PER_SECOND;

/// Something that was worked out, or why not.
pub type Part<T> = Result<T, String>;

/// A position of a list.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ShownPosition {
    /// How it is written, without its game.
    pub name: String,
    /// Its piles as boards; none where they are no sets of cells.
    pub boards: Vec<Cells>,
}

/// Positions with a common answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ShownList {
    /// The question as it is written, or the position from which these are reached.
    pub query: String,
    /// Whether these are all that can be reached from a position.
    pub reached: bool,
    /// Whether these are the draws, else the P-positions.
    pub draws: bool,
    /// What is left out, in sentences.
    pub left_out: Vec<String>,
    /// What was found, and how it is known.
    pub found: Part<(Vec<ShownPosition>, Evidence)>,
}

/// What a game is.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rules {
    /// The game with its arguments.
    pub game: String,
    /// Its title, where it has one.
    pub title: Option<String>,
    /// The text of its definition.
    pub text: String,
    /// All definitions and expectations, where there are more.
    pub file: Option<String>,
    /// The rules in words.
    pub in_words: String,
    /// Whether who makes the last move loses.
    pub misere: bool,
    /// Whether plays may go on for ever.
    pub loopy: bool,
}

/// Everything known about a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Facts {
    /// What it is.
    pub rules: Rules,
    /// The Grundy values of single numbers; `None` where there are none.
    pub values: Option<Part<Values>>,
    /// Their period; `None` where there are no values, or plays may go on for ever.
    pub period: Option<Part<Periodicity>>,
    /// What is conjectured, as the question `conjecture` answers it; `None` where nothing is asked or found.
    pub conjecture: Option<Part<(String, Evidence)>>,
    /// Pictures, those that can be drawn, each with how it is known.
    pub pictures: Vec<Picture>,
    /// P-positions and draws.
    pub lists: Vec<ShownList>,
    /// What is known where the last move loses.
    pub last_loses: LastLoses,
    /// Which engine answers and why it may.
    pub plan: String,
    /// The game as data that can be played.
    pub board: Part<Board>,
}

/// Values of piles and their period, each where there is one.
type ValuesAndPeriod = (Option<Part<Values>>, Option<Part<Periodicity>>);

impl Session {
    /// Everything known about a game, with the values of piles up to `to` and a board that begins with `start`, where these
    /// are given. What takes too long or goes wrong is left out with the reason.
    pub fn facts(
        &mut self,
        game: &Arc<Game>,
        to: Option<i64>,
        start: Option<&Position>,
    ) -> Result<Facts, Report> {
        self.whole(|session| {
            let known = session.game_rules(game)?;
            let text = session.book().text_at(known.span);
            let file = Some(session.book().to_text()).filter(|file| file.trim() != text.trim());
            let rules = Rules {
                game: game.label.clone(),
                title: known.title.clone(),
                text,
                file,
                // Before anything that may take long.
                in_words: session.describe(game)?.to_string(),
                misere: game.misere,
                loopy: game.loopy,
            };
            let (values, period) = session.values_of(game, to.unwrap_or(100))?;
            let drawn_to = drawn_to(to, period.as_ref());
            let pictures = session.pictures_of(game, drawn_to, rules.title.as_deref())?;
            let (board, start) = session.board_and_start(game, start)?;
            let start = start.as_ref();
            Ok(Facts {
                rules,
                values,
                period,
                conjecture: session.conjecture_of(game)?,
                pictures,
                lists: session.lists_of(game, start, Some(&board))?,
                last_loses: session.misere_of(game, start)?,
                plan: session.plan(game)?.to_string(),
                board,
            })
        })
    }

    /// A part that is worked out as far as the rest can do without, or in words why it is missing.
    fn part<T>(
        &mut self,
        work: impl FnOnce(&mut Session) -> Result<T, Report>,
    ) -> Result<Part<T>, Report> {
        part(self.within(PATIENCE, work))
    }

    fn values_of(&mut self, game: &Arc<Game>, to: i64) -> Result<ValuesAndPeriod, Report> {
        let Some(bounds) = game.shape.as_heap().filter(|_| !game.misere) else {
            return Ok((None, None));
        };
        let first = bounds.lo.max(0);
        let last = to.max(first).min(bounds.hi.unwrap_or(i64::MAX));
        let values = self.part(|session| session.values(game, first, last))?;
        if game.loopy {
            return Ok((Some(values), None));
        }
        // As far as is done at once.
        let to = u64::try_from(to).unwrap_or(0).max(20_000);
        let period = match self.within(PATIENCE, |session| session.period(game, Some(to))) {
            // What was found by then is not lost.
            Err(report) if report.limit().is_some() => self.period_so_far(game),
            found => found,
        };
        Ok((Some(values), Some(part(period)?)))
    }

    fn conjecture_of(
        &mut self,
        game: &Arc<Game>,
    ) -> Result<Option<Part<(String, Evidence)>>, Report> {
        let question = format!("conjecture({})", game.label);
        match self.within(PATIENCE, |session| session.eval_text("report", &question)) {
            Ok(answer) => {
                let text = match &answer.value {
                    Value::Str(text) => text.to_string(),
                    other => other.to_string(),
                };
                Ok(Some(Ok((text, answer.by))))
            }
            // Not every game has piles that formulas are about.
            Err(report) if report.limit().is_none() => part::<()>(Err(report)).map(|_| None),
            Err(report) => Ok(Some(part(Err(report))?)),
        }
    }

    pub(super) fn board_of(
        &mut self,
        game: &Arc<Game>,
        start: Option<&Position>,
    ) -> Result<Part<Board>, Report> {
        let found = self.part(|session| session.board(game, start))?;
        Ok(found.and_then(|board| {
            board.ok_or_else(|| match start {
                Some(start) => format!("more can be reached from {start} than a page holds"),
                None => {
                    "from the usual positions no move is possible, or more can be reached than a page holds".to_string()
                }
            })
        }))
    }
}

/// A part, or in words why it is missing; an interruption or a mistake in nimrule ends the whole.
fn part<T>(result: Result<T, Report>) -> Result<Part<T>, Report> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(report) => {
            let ends = |cause| matches!(cause, Cause::Cancelled | Cause::Internal);
            if report.diagnostics.iter().any(|error| ends(error.cause)) {
                return Err(report);
            }
            let why = report.diagnostics.first();
            Ok(Err(
                why.map_or_else(String::new, |error| error.message.clone())
            ))
        }
    }
}

impl Session {
    /// The P-positions of a game, and its draws: those that can be reached from the `start`, or of usual piles where there is none. The
    /// game's board, where it is known, is the one for that.
    fn lists_of(
        &mut self,
        game: &Arc<Game>,
        start: Option<&Position>,
        board: Option<&Part<Board>>,
    ) -> Result<Vec<ShownList>, Report> {
        let Some(start) = start else {
            return self.usual_lists(game);
        };
        let board = match board {
            Some(board) => board.clone(),
            None => self.board_of(game, Some(start))?,
        };
        // The board's section says why there are none.
        let Some(reached) = board.as_ref().ok().and_then(Board::reached) else {
            return Ok(Vec::new());
        };
        let from = start.to_string();
        let query = format!("winner({from})");
        let by = part(self.within(PATIENCE, |session| session.eval_text("report", &query)))?;
        let grid = CellGrid::of(reached.iter().flat_map(|(piles, _)| piles.iter().copied()));
        let list = |outcome: Outcome| ShownList {
            query: from.clone(),
            reached: true,
            draws: outcome == Outcome::Draw,
            left_out: Vec::new(),
            found: by.clone().map(|answer| {
                let found = reached.iter().filter(|(_, own)| *own == outcome);
                let mut found: Vec<&Vec<&Pile>> = found.map(|(piles, _)| piles).collect();
                found.sort_by_cached_key(|piles| {
                    let numbers = piles.iter().flat_map(|pile| &pile.numbers);
                    let numbers: Vec<&i64> = numbers.collect();
                    // Small sets come first.
                    let size = grid.as_ref().map(|_| numbers.len());
                    (piles.len(), size, numbers)
                });
                let shown = |piles: &Vec<&Pile>| {
                    let names: Vec<&str> = piles.iter().map(|pile| pile.name.as_str()).collect();
                    let boards = grid.iter().flat_map(|grid| {
                        let boards = piles.iter().map(|pile| grid.board(pile));
                        boards.collect::<Vec<Cells>>()
                    });
                    ShownPosition {
                        name: names.join(", "),
                        boards: boards.collect(),
                    }
                };
                (found.into_iter().map(shown).collect(), answer.by)
            }),
        };
        let mut lists = vec![list(Outcome::Second)];
        lists.extend(game.loopy.then(|| list(Outcome::Draw)));
        Ok(lists)
    }

    /// The P-positions of usual piles, and the draws among them.
    fn usual_lists(&mut self, game: &Arc<Game>) -> Result<Vec<ShownList>, Report> {
        let label = &game.label;
        let lost = losing(game, label).into_iter().map(|query| (query, false));
        let drawn = draws(game, label).filter(|_| game.loopy);
        let mut lists = Vec::new();
        for (query, draws) in lost.chain(drawn.map(|query| (query, true))) {
            let answer = self.within(PATIENCE, |session| session.eval_text("report", &query));
            if let Err(report) = &answer
                && report.limit().is_none()
                && game.shape.is_row()
            {
                // Rows of other lengths or entries may be no positions for the rules.
                part(answer)?.ok();
                continue;
            }
            let (found, left_out) = match part(answer)? {
                Ok(answer) => {
                    let (found, left_out) = self.in_plays(game, &answer.value)?;
                    (Ok((found, answer.by)), left_out)
                }
                Err(why) => (Err(why), Vec::new()),
            };
            lists.push(ShownList {
                query,
                reached: false,
                draws,
                left_out,
                found,
            });
        }
        Ok(lists)
    }

    /// Positions of a box as they are written, without those that stand in no play of tuples, and what is left out.
    fn in_plays(
        &mut self,
        game: &Arc<Game>,
        points: &Value,
    ) -> Result<(Vec<ShownPosition>, Vec<String>), Report> {
        let mut left_out = Vec::new();
        if game.shape.form == Form::Unordered {
            left_out.push(
                "Each is listed once, since the order of its numbers does not count.".to_string(),
            );
        }
        let mut found = match game.shape.as_int_tuple() {
            Some(_) => tuples_of(game, points),
            None => points.items().to_vec(),
        };
        if let Some(tuples) = tuples(game) {
            let known =
                self.part(|session| session.ask(game, |solver| in_plays(solver, game, &tuples)))?;
            let before = found.len();
            if let Ok(known) = known {
                let is_known = |cells: Vec<i64>| known.contains(&cells);
                found.retain(|pile| game.shape.cells(pile).is_ok_and(is_known));
            }
            if found.len() < before {
                let more = counted(before - found.len(), "position", "positions");
                left_out.push(format!(
                    "Left out: {more} without a move, to which no move leads within these ranges."
                ));
            }
        }
        let shown = found.iter().map(|pile| ShownPosition {
            name: pile.to_string(),
            boards: Vec::new(),
        });
        Ok((shown.collect(), left_out))
    }
}

/// Points of a box as tuples, each once where their order does not count.
fn tuples_of(game: &Game, points: &Value) -> Vec<Value> {
    let mut known = HashSet::new();
    let tuples = points.items().iter().flat_map(|point| {
        let cells = game
            .shape
            .cells(&Value::tuple(point.items().to_vec()))
            .ok()?;
        known
            .insert(cells.clone())
            .then(|| game.shape.value(&cells))
    });
    tuples.collect()
}

/// With how many steps a misère quotient is looked for: those of about a second, since they are long ones.
const FOR_QUOTIENT: u64 = 4_000_000;
/// The largest pile whose genus is listed.
const LAST_GENUS: i64 = 39;
/// The piles whose misère quotient is looked for.
const LAST_PILE: u64 = 60;

/// What is known of a game where the last move loses.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct LastLoses {
    /// Its P-positions, where the game itself is of normal play.
    pub lists: Vec<ShownList>,
    /// The genera of single piles; `None` where piles are no single numbers.
    pub genera: Option<Part<Genera>>,
    /// Their misère quotient; `None` where piles are no single numbers.
    pub quotient: Option<Part<MisereQuotient>>,
    /// Why the quotient was not found for more piles, where it took too much work.
    pub stopped: Option<String>,
}

impl Session {
    fn misere_of(
        &mut self,
        game: &Arc<Game>,
        start: Option<&Position>,
    ) -> Result<LastLoses, Report> {
        let mut found = LastLoses::default();
        if !game.misere {
            let label = format!("misere({})", game.label);
            let own = part(self.game(Some(&label)))?.ok();
            // The start is one of normal play.
            let start = start.map(|start| {
                let text = start.to_string().replacen(&game.label, &label, 1);
                self.within(PATIENCE, |session| session.position(None, &[text]))
            });
            if let Some(own) = own
                && let Ok(start) = start.transpose()
            {
                found.lists = self.lists_of(&own, start.as_ref(), None)?;
            }
        }
        let Some(bounds) = game.shape.as_heap() else {
            return Ok(found);
        };
        // Neither is about piles that lead to larger ones, or about turns in several piles.
        let first = bounds.lo.max(0);
        let last = LAST_GENUS.min(bounds.hi.unwrap_or(i64::MAX));
        if first <= last {
            found.genera = Some(self.part(|session| session.genera(game, first, last))?);
        }
        let is_hopeless = game.turn != Turn::One || game.loopy;
        let most = bounds.hi.and_then(|hi| u64::try_from(hi).ok());
        let most = LAST_PILE.min(most.unwrap_or(LAST_PILE));
        let quotient = self.within(FOR_QUOTIENT, |session| {
            session.complete_quotient(game, most)
        });
        found.quotient = Some(match quotient {
            Err(report) if report.limit().is_some() && !is_hopeless => {
                found.stopped = Some("for more piles it takes long to find".to_string());
                let known = part(self.quotient_so_far(game, most))?;
                known.and_then(|known| match known.upto {
                    0 => Err("no quotient was found with the work set aside for it".to_string()),
                    _ => Ok(known),
                })
            }
            quotient => part(quotient)?,
        });
        Ok(found)
    }
}

/// A picture on the page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Picture {
    /// What it shows.
    pub drawing: Drawing,
    /// How it is drawn.
    pub scene: Scene,
    /// How that is known.
    pub by: Evidence,
}

impl Session {
    /// The pictures that a game of these piles has, of piles up to `last`.
    fn pictures_of(
        &mut self,
        game: &Arc<Game>,
        (last, close): (i64, Option<i64>),
        title: Option<&str>,
    ) -> Result<Vec<Picture>, Report> {
        let is_heap = game.shape.as_heap().is_some();
        let fits = |to: &i64| match game.shape.as_heap() {
            Some(bounds) => bounds.contains(*to),
            None => game.shape.is_row(),
        };
        let to = |to: i64| Range {
            from: None,
            to: Some(to).filter(fits),
        };
        let wanted: Vec<(Show, Range)> = match (is_heap, game.misere || game.loopy) {
            (true, false) => {
                let values = std::iter::once(last).chain(close);
                let values = values.map(|last| (Show::Values, to(last)));
                values.chain([(Show::Digits, to(15))]).collect()
            }
            (false, false) => vec![(Show::Best, to(50)), (Show::Losing, to(50))],
            (_, true) => vec![(Show::Losing, to(20))],
        };
        let mut pictures = Vec::new();
        for (number, (show, range)) in wanted.into_iter().enumerate() {
            let drawn = self.part(|session| {
                let (mut drawing, by) = session.picture(game, show, &[range])?;
                if let Some(title) = title {
                    drawing.title = titled(&drawing.title, &game.label, title);
                }
                if number > 0 && show == Show::Values {
                    drawing.title += ", close up";
                }
                session.with_scene((drawing, by))
            })?;
            // Not every game has every picture.
            pictures.extend(drawn.ok());
        }
        for position in self.small_positions(game)? {
            let drawn = self.part(|session| {
                let drawn = session.graph(&position)?;
                session.with_scene(drawn)
            })?;
            if let Some(picture) = drawn.ok().filter(|picture| is_small(&picture.drawing)) {
                pictures.push(picture);
                break;
            }
        }
        Ok(pictures)
    }

    fn with_scene(&self, (drawing, by): (Drawing, Evidence)) -> Result<Picture, Report> {
        let scene = self.reported(drawing.scene(&mut self.left()))?;
        Ok(Picture { drawing, scene, by })
    }

    /// Positions whose graph may be small: of rows those that the file asks about, if any.
    fn small_positions(&mut self, game: &Arc<Game>) -> Result<Vec<Position>, Report> {
        if game.shape.has_rows() {
            let asked = self.claimed_by_size(game)?;
            if !asked.is_empty() {
                return Ok(asked);
            }
        }
        let piles = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
            // Where a play may go on for ever, one pile reaches enough.
            (Some(bounds), _) if game.loopy => bounds.hi.map_or(6, |hi| hi.min(6)).to_string(),
            (Some(_), _) => "3, 2".to_string(),
            (None, Some(bounds)) => {
                let numbers = bounds.iter().map(|it| it.natural(2).end().to_string());
                format!("({})", numbers.collect::<Vec<_>>().join(", "))
            }
            (None, None) => "[2, 2]".to_string(),
        };
        let text = format!("{}[{piles}]", game.label);
        // Not every game has such a pile.
        let found = self.within(PATIENCE, |session| session.position(None, &[text]));
        Ok(found.into_iter().collect())
    }
}

/// How far the values of piles are drawn: several periods, or as far as was asked; and, where that is too far to tell them apart, how
/// far in close-up.
fn drawn_to(to: Option<i64>, period: Option<&Part<Periodicity>>) -> (i64, Option<i64>) {
    /// As far where nothing is asked or known, and in close-up at least.
    const USUAL: i64 = 300;
    /// The most where nothing is asked, and where it is.
    const MOST: [i64; 2] = [20_000, 100_000];
    /// The most points that can be told apart.
    const APART: i64 = 2_000;
    let proven = period.and_then(|period| period.as_ref().ok()?.proven.as_ref());
    let periods = proven.and_then(|proven| {
        let periods = proven.period.checked_mul(3)?;
        i64::try_from(proven.preperiod.checked_add(periods)?).ok()
    });
    let usual = periods.filter(|last| *last <= MOST[0]).unwrap_or(USUAL);
    let last = usual.max(USUAL).max(to.unwrap_or(0).min(MOST[1]));
    let close = periods.unwrap_or(USUAL).max(USUAL);
    (last, (last > APART).then(|| close.min(APART)))
}

/// The title of a picture with that of its game, and the game's label where that says more.
fn titled(words: &str, label: &str, title: &str) -> String {
    let Some(what) = words.strip_prefix(label) else {
        return words.to_string();
    };
    match label.contains('(') {
        true => format!("{title}, {label}{what}"),
        false => format!("{title}{what}"),
    }
}

/// Whether a graph can be taken in at a glance.
fn is_small(drawing: &Drawing) -> bool {
    /// The most positions.
    const MOST: usize = 50;
    matches!(&drawing.content, Content::Graph(graph) if graph.nodes.len() <= MOST)
}
