//! x
fn main() {
    for (name, _) in mancala::ruleset::shipped() {
        match mancala::ruleset::Ruleset::shipped(name) {
            Some(Ok(set)) => {
                let runs = mancala::drivers::examples::run_all(&set).unwrap();
                for r in &runs { for d in &r.differences { println!("{name}:{} {}: expected {} found {}", set.source.line(d.span.start), r.title, d.expected, d.found) } }
                println!("{name}: {} of {}", runs.iter().filter(|r| r.differences.is_empty()).count(), runs.len());
            }
            Some(Err((s, p))) => println!("{}", mancala::problem::render(&p[..3.min(p.len())], &s, false, 100)),
            None => {}
        }
    }
}
