//! `mancala solve`: the exact value of every position.

mod layers;
mod plan;
#[cfg(feature = "mpi")]
mod ranks;
mod rows;
mod task;
mod together;
mod told;

use mancala_engine::game::Position;
#[cfg(feature = "mpi")]
use mancala_engine::solver::Peers;
use mancala_engine::solver::database::Title;
use mancala_engine::solver::{Solver, Trust};

use self::plan::print_plan;
use self::rows::Found;
pub(super) use self::task::Arguments;
use self::task::Task;
use self::told::{cite, finish};
use super::Failure;
use super::alone::{Bounds, print_fewest, refuse};
use super::database::{Database, title_in};
use super::exact::refused;
use super::game::{Loaded, quoted};
#[cfg(feature = "mpi")]
use super::mpi::Mpi;
use super::output::Output;
use super::work::Work;

/// How the work is divided.
enum Way {
    /// One program solves all layers.
    Alone,
    /// Programs that share a folder take whole layers.
    Together,
    /// Ranks share each layer.
    #[cfg(feature = "mpi")]
    Ranks(Mpi),
}

/// Solves a game.
pub(super) fn solve(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut way = way(arguments, out)?;
    let loaded = way.settle(arguments.game.load())?;
    if loaded.rules.board.players.value == 1 {
        return way.settle(alone(arguments, &loaded, out));
    }
    if arguments.from.is_some() {
        let message = "`--from` belongs to games of one player; of other games, all positions are solved";
        let failure = Failure::wrong_use(message).help("`mancala analyse GAME --from POSITION --db FOLDER` shows one");
        return way.settle(Err(failure));
    }
    loaded.tell_lot(&Position::start(&loaded.rules), out)?;
    let work = Work::new(&arguments.threads)?;
    let laid_out = |trust| {
        let solver = lay_out(&loaded, arguments, trust)?;
        let title = Title::new(&solver, &loaded.rules, loaded.ruleset.source.fingerprint());
        Ok::<_, Failure>((solver, title))
    };
    let kept = way.settle(arguments.db.as_deref().map_or(Ok(None), title_in))?;
    let mut trust = way.agreed(kept.map_or(Trust::Games, |title| title.trust))?;
    loop {
        let (solver, title) = way.settle(laid_out(trust))?;
        let task = Task { arguments, loaded: &loaded, solver: &solver, title: &title, work: &work };
        let fits = print_plan(&task, way.ranks(), out);
        way.settle(fits)?;
        if arguments.plan {
            return Ok(());
        }
        let found = match (&mut way, &arguments.db) {
            (Way::Together, Some(folder)) => together::solve(&task, folder, out)?,
            #[cfg(feature = "mpi")]
            (Way::Ranks(peers), Some(folder)) => ranks::solve(&task, folder, peers, out)?,
            (_, folder) => layers::solve(&task, folder.as_deref(), out)?,
        };
        match found {
            Some(_) if out.is_silent() => return Ok(()),
            Some(Found { values, sum }) => return finish(&task, &values, &sum, out),
            // a position occurred that random games did not show: solve again and leave nothing out
            None => {
                trust = Trust::Nothing;
                let cleared = match (&way, &arguments.db) {
                    (Way::Together, Some(folder)) => Database::replan(folder, laid_out(trust)?.1),
                    (_, Some(folder)) if !out.is_silent() => Database::clear(folder),
                    _ => Ok(()),
                };
                way.settle(cleared)?;
                out.note(NEW_PLAN)?;
            }
        }
    }
}

#[cfg(feature = "mpi")]
fn way(arguments: &Arguments, out: &mut Output) -> Result<Way, Failure> {
    if !arguments.mpi {
        return Ok(if arguments.together { Way::Together } else { Way::Alone });
    }
    let ranks = Mpi::begin()?;
    if ranks.rank() > 0 {
        out.silence();
    }
    // there is a rank for each core
    let threads = arguments.threads.threads.and_then(|threads| usize::try_from(threads).ok());
    // if there are threads already, they do as well
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(1)).build_global();
    Ok(Way::Ranks(ranks))
}

#[cfg(not(feature = "mpi"))]
fn way(arguments: &Arguments, _: &mut Output) -> Result<Way, Failure> {
    Ok(if arguments.together { Way::Together } else { Way::Alone })
}

impl Way {
    /// Number of processes that share each layer.
    fn ranks(&self) -> usize {
        match self {
            Way::Alone | Way::Together => 1,
            #[cfg(feature = "mpi")]
            Way::Ranks(peers) => peers.count(),
        }
    }

    /// The result, unless that of another rank is a failure.
    fn settle<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        match self {
            Way::Alone | Way::Together => result,
            #[cfg(feature = "mpi")]
            Way::Ranks(peers) => ranks::settle(peers, result),
        }
    }

    /// What the first rank found in the folder.
    fn agreed(&mut self, trust: Trust) -> Result<Trust, Failure> {
        match self {
            Way::Alone | Way::Together => Ok(trust),
            #[cfg(feature = "mpi")]
            Way::Ranks(peers) => {
                let nothing = ranks::of_first(peers, u64::from(trust == Trust::Nothing))? != 0;
                Ok(if nothing { Trust::Nothing } else { Trust::Games })
            }
        }
    }
}

/// What is said when a plan left out too much.
const NEW_PLAN: &str = "a position occurred of a kind that no random game had shown; \
     solving again with every position that the rules allow";

/// Finds the fewest moves to the best result of a game of one player.
fn alone(arguments: &Arguments, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    refuse(
        &loaded.rules,
        &[
            ("--db", arguments.db.is_some()),
            ("--together", arguments.together),
            ("--max-seeds", arguments.max_seeds.is_some()),
            ("--threads", arguments.threads.threads.is_some()),
            ("--verify", arguments.verify.is_some()),
            ("--plan", arguments.plan),
        ],
    )?;
    let from = loaded.position(arguments.from.as_deref())?;
    let found = print_fewest(loaded, &from, Bounds { memory: arguments.memory, time: None }, arguments.json, out);
    if !arguments.json && matches!(found, Ok(()) | Err(Failure::Interrupted)) {
        let from = arguments.from.as_ref().map_or_else(String::new, |from| format!(" --from {}", quoted(from)));
        out.line("")?;
        cite(loaded, &format!("{}{from}", arguments.game.typed()), out)?;
    }
    found
}

fn lay_out(loaded: &Loaded, arguments: &Arguments, trust: Trust) -> Result<Solver, Failure> {
    let most = arguments.max_seeds.and_then(|most| usize::try_from(most).ok());
    Solver::new(&loaded.rules, most, trust).map_err(|refusal| refused(loaded, &refusal))
}
