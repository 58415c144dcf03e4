//! Moves as people write them: in upper case, and without a direction that needs no choice.

/// The legal move that somebody means. Its own name comes first, then its name in any case, and then its name without
/// the direction, if no other legal move has that name.
pub fn meant<'l>(legal: &'l [String], given: &str) -> Option<&'l str> {
    let exactly = legal.iter().find(|name| *name == given);
    let in_any_case = || legal.iter().find(|name| name.to_lowercase() == given.to_lowercase());
    let found = exactly.or_else(in_any_case).or_else(|| {
        let mut undirected = legal.iter().filter(|name| without_way(name) == Some(given.to_lowercase()));
        undirected.next().filter(|_| undirected.next().is_none())
    });
    found.map(String::as_str)
}

/// The name of the legal move that somebody means, or what he wrote if there is none.
pub fn spelled(legal: &[String], given: &str) -> String {
    meant(legal, given).unwrap_or(given).to_owned()
}

/// The name of a move without the sign of its direction, which follows its hole.
fn without_way(name: &str) -> Option<String> {
    let (hole, rest) = name.split_once(['+', '-'])?;
    hole.ends_with(|c: char| c.is_ascii_digit()).then(|| format!("{hole}{rest}").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn a_move_is_found_by_what_people_write() {
        let legal = ["a1+", "a1-", "b1+", "c1-yn", "d1+:left", "e1+y", "e1+n", "fill-a2", "b2=3"].map(str::to_owned);
        let cases = [
            ("a1+", "a1+"),
            ("A1-", "a1-"),
            ("B1", "b1+"),
            ("c1yn", "c1-yn"),
            ("C1-YN", "c1-yn"),
            ("D1:Left", "d1+:left"),
            ("e1y", "e1+y"),
            ("FILL-A2", "fill-a2"),
            ("B2=3", "b2=3"),
        ];
        for (given, wanted) in cases {
            assert_eq!(spelled(&legal, given), wanted);
        }
        // two directions or two answers are left, or none
        for given in ["a1", "e1", "E1", "c1", "filla2", "", "b1-"] {
            assert_eq!(spelled(&legal, given), given);
        }
    }
}
