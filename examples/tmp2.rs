//! x
use mancala::narrator::*;
fn main() { let limit: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
 for (name,_) in mancala::ruleset::shipped() { let rs = mancala::ruleset::Ruleset::shipped(name).unwrap().unwrap(); let rules=rs.rules(&[]).unwrap();
  print!("{name}:"); let t=std::time::Instant::now(); for d in 1.. { let n=mancala::drivers::perft::perft(&rules, Position::start(&rules), d).unwrap(); print!(" {n}"); if n>limit {break;} } println!("   {:?}", t.elapsed()); } }
