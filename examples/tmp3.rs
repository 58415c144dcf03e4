//! x
fn main() { for n in std::env::args().skip(1) { let rs = mancala::ruleset::Ruleset::shipped(&n).unwrap().unwrap(); println!("{}", mancala::rules::explain::explain(&rs.rules(&[]).unwrap())); } }
