//! The command line of the mancala rule language.
fn main() {
    for (name, _) in mancala::ruleset::shipped() {
        match mancala::ruleset::Ruleset::shipped(name) {
            Some(Ok(set)) => {
                let rules = set.rules(&[]).unwrap();
                let mut ok = 0;
                for e in &rules.examples { let d = mancala::drivers::examples::run(&rules, e); if d.is_empty() { ok += 1 } else { println!("{name}: {}: {d:#?}", e.title) } }
                println!("{name}: {ok} of {}", rules.examples.len());
            }
            Some(Err((s, p))) => println!("{}", mancala::problem::render(&p, &s, false, 100)),
            None => {}
        }
    }
}
