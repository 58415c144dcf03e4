//! The command line: one file per command, each with its arguments and one function.

mod album;
mod alone;
mod analyse;
mod bash;
mod book;
mod candidates;
mod check;
mod claim;
mod completions;
mod database;
mod embedded;
mod entrants;
mod exact;
mod explain;
mod failure;
mod findings;
mod fit;
mod fitted;
mod fix;
mod fmt;
mod folder;
mod game;
mod histogram;
mod list;
mod lsp;
mod man;
mod matches;
mod memory;
#[cfg(feature = "mpi")]
mod mpi;
mod new;
mod output;
mod page;
mod pager;
mod perft;
mod picture;
mod play;
mod players;
mod plies;
mod program;
mod protocol;
mod provenance;
mod refusal;
mod replay;
mod rewrite;
mod rounds;
mod run;
mod saved;
mod series;
mod serve;
mod shard;
mod sheet;
mod shelf;
mod show;
mod simulate;
mod situations;
mod solve;
mod sources;
mod statistics;
mod sweep;
mod tables;
mod test;
mod typed;
mod verify;
mod whole;
mod work;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

pub use self::embedded::{Folder, exit_code, load};
pub use self::failure::Failure;
use self::output::Output;

/// Check, explain and play mancala games from rule files
#[derive(Parser)]
#[command(
    name = "mancala",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  mancala show krur                 the board, the options, further commands
  mancala explain krur              the rules in sentences, with their sources
  mancala play krur                 play it on the screen; `?` shows the keys
  mancala run krur --seed 7         a random game, every position drawn
  mancala replay krur d1 a2         the positions after these moves
  mancala new 'My game'             a first rule file of your own
  mancala check my-game.mancala     the problems of a rule file

A GAME is the name of a ruleset inside the program (see `mancala list`), another name of a game \
(`Kurùr`), or the path of a rule file.
On a terminal, output that is longer than the screen is shown by the pager that `MANCALA_PAGER` or \
`PAGER` names, or by `less`; `--no-pager`, or an empty `PAGER`, prints it at once.
Exit codes: 0 success; 1 a rule file or a game has problems; 2 wrong use or unreadable input."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    // overrides the environment variables `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
    #[command(flatten)]
    color: colorchoice_clap::Color,

    /// Print long output at once, not page by page
    #[arg(long, global = true)]
    no_pager: bool,
}

#[derive(Subcommand)]
enum Command {
    /// List the rulesets inside the program: name, region, board, players
    List(list::Arguments),
    /// Draw the board at the start and describe the game in a few lines
    Show(show::Arguments),
    /// Write a first rule file for a game of your own, from a few questions or flags
    New(new::Arguments),
    /// Report every problem of rule files, with its place
    Check(check::Arguments),
    /// Format rule files: only blanks and line breaks change
    Fmt(fmt::Arguments),
    /// Run the language server for editors: problems, completion, hover texts, renaming, formatting
    Lsp(lsp::Arguments),
    /// Explain the rules in plain sentences, with sources, assumptions and open questions
    Explain(explain::Arguments),
    /// Write one game, several or all of them as one document: HTML that prints as a book, or Markdown
    Book(book::Arguments),
    /// Show which rule decides which situation, each with a position as an example
    Situations(situations::Arguments),
    /// Show what is compiled from the rules: choices, sowing, and what the last seed decides
    Tables(tables::Arguments),
    /// Run the examples in rule files
    Test(test::Arguments),
    /// Play a game on the screen: persons, machines, or both
    Play(play::Arguments),
    /// Let machine players play games
    Run(run::Arguments),
    /// Answer the requests of another program that plays or drives a game, line by line
    Protocol(protocol::Arguments),
    /// Play given moves and show every position
    Replay(replay::Arguments),
    /// Find the best moves, with values, depth by depth
    #[command(alias = "analyze")]
    Analyse(analyse::Arguments),
    /// Find the readings under which records of games are possible, and what would decide between them
    Fit(fit::Arguments),
    /// Count the sequences of N moves
    Perft(perft::Arguments),
    /// Play many random games and print statistics
    Simulate(simulate::Arguments),
    /// Play random games under all readings, of one game or of many, and show which readings matter
    Sweep(sweep::Arguments),
    /// Print a script with which a shell completes commands and names of games
    Completions(completions::Arguments),
    /// Print manual pages for `man`
    #[command(mut_arg("command", |name| name.add(candidates::command::<Arguments>())))]
    Man(man::Arguments),
    /// Compute the exact value of every position
    Solve(solve::Arguments),
    /// Serve the page for browsers: read, write, play and test rules there
    Serve(serve::Arguments),
}

impl Command {
    /// Whether its output is a text to be read, which comes at once.
    fn is_read(&self) -> bool {
        use Command::{Explain, List, Replay, Show, Situations, Tables};
        matches!(self, Explain(_) | List(_) | Replay(_) | Show(_) | Situations(_) | Tables(_))
    }
}

/// Runs the command that the arguments of the program name. The first argument is the name of the program.
pub fn run(arguments: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    let arguments: Vec<OsString> = arguments.collect();
    if completions::answer::<Arguments>(&arguments)? {
        return Ok(());
    }
    let Arguments { command, color, no_pager } = Arguments::try_parse_from(arguments)?;
    color.write_global();
    // the language server uses standard output for its protocol
    if let Command::Lsp(arguments) = &command {
        return lsp::lsp(arguments);
    }
    let mut out = Output::new();
    if !no_pager && command.is_read() {
        out.gather();
    }
    let done = match command {
        Command::List(arguments) => list::list(&arguments, &mut out),
        Command::Show(arguments) => show::show(&arguments, &mut out),
        Command::New(arguments) => new::new(&arguments, &mut out),
        Command::Check(arguments) => check::check(&arguments, &mut out),
        Command::Fmt(arguments) => fmt::fmt(&arguments, &mut out),
        Command::Lsp(arguments) => lsp::lsp(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments, &mut out),
        Command::Book(arguments) => book::book(&arguments, &mut out),
        Command::Situations(arguments) => situations::print(&arguments, &mut out),
        Command::Tables(arguments) => tables::tables(&arguments, &mut out),
        Command::Test(arguments) => test::test(&arguments, &mut out),
        Command::Play(arguments) => play::play(&arguments, &mut out),
        Command::Run(arguments) => run::run(&arguments, &mut out),
        Command::Protocol(arguments) => protocol::protocol(&arguments, &mut out),
        Command::Replay(arguments) => replay::replay(&arguments, &mut out),
        Command::Analyse(arguments) => analyse::analyse(&arguments, &mut out),
        Command::Fit(arguments) => fit::run(&arguments, &mut out),
        Command::Perft(arguments) => perft::perft(&arguments, &mut out),
        Command::Simulate(arguments) => simulate::simulate(&arguments, &mut out),
        Command::Sweep(arguments) => sweep::sweep(&arguments, &mut out),
        Command::Completions(arguments) => completions::completions(&arguments, &mut out),
        Command::Man(arguments) => man::man::<Arguments>(&arguments, &mut out),
        Command::Solve(arguments) => solve::solve(&arguments, &mut out),
        Command::Serve(arguments) => serve::serve(&arguments, &mut out),
    };
    // output printed before a failure must come before its report
    let flushed = out.finish();
    done.and(flushed)
}
