fn main() {
    for a in std::env::args().skip(1) {
        let t = std::fs::read_to_string(&a).unwrap();
        let s = mancala::source::Source::new(a.clone(), &t);
        let (f, p) = mancala::syntax::parse(&s);
        print!("{}", mancala::problem::render(&p, &s, false, 100));
        let r = mancala::rules::resolve::resolve(&s, &f, &[]).unwrap();
        print!("{}", mancala::problem::render(&r.problems, &s, false, 100));
        println!("{a}: {} problems", r.problems.len());
        if let Some(rules) = r.rules {
            let d: u32 = std::env::var("N").ok().and_then(|x| x.parse().ok()).unwrap_or(4);
            for d in 1..=d {
                match mancala::narrator::Game::without_repetition(&rules, mancala::narrator::Position::start(&rules))
                    .and_then(|g| perft(&g, d))
                {
                    Ok(n) => print!("{n} "),
                    Err(e) => print!("FAULT {e:?}"),
                }
            }
            println!();
        }
    }
}
fn perft(g: &mancala::narrator::Game, d: u32) -> Result<u64, mancala::narrator::Fault> {
    let n = g.legal().len();
    if d == 1 {
        return Ok(n as u64);
    }
    let mut t = 0;
    for i in 0..n {
        let mut h = g.clone();
        h.play_nth(i)?;
        t += perft(&h, d - 1)?;
    }
    Ok(t)
}
