//! Adversarial reconstruction: the provider knows the population everybody is drawn from and reads everything.
//!
//! For names it picks the member of the population with the most traces left in the transcript: the word itself,
//! its long beginnings and endings, its initials beside an identity. For secrets it bets that a surrogate agrees
//! with the secret more often than a stranger of the same format would.

use std::collections::HashMap;

/// An attack's result over many sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Attack {
    /// Expected number of right guesses.
    pub right: f64,
    /// Expected number of right guesses of somebody who saw nothing.
    pub chance: f64,
    /// Guesses.
    pub tries: usize,
}

impl Attack {
    /// Adds a guess of `truth` out of `population` from `words`, the words of a transcript with their counts.
    pub fn guess(&mut self, words: &Words, population: &[&str], truth: &str) {
        let scores: Vec<_> = population.iter().map(|name| words.traces(name)).collect();
        let best = scores.iter().copied().max().unwrap_or(0);
        let tied = scores.iter().filter(|score| **score == best).count();
        let mine = population
            .iter()
            .position(|name| name.eq_ignore_ascii_case(truth));
        if mine.is_some_and(|mine| scores[mine] == best) {
            self.right += 1.0 / tied as f64;
        }
        self.chance += 1.0 / population.len() as f64;
        self.tries += 1;
    }

    /// Adds the positions of a secret: how many agree with `shown`, and how many would with strangers.
    pub fn compare(&mut self, secret: &str, shown: &str, strangers: &[String]) {
        let fits = |other: &str| other.len() == secret.len();
        if !fits(shown) || !strangers.iter().all(|other| fits(other)) || strangers.is_empty() {
            return;
        }
        for (at, byte) in secret.bytes().enumerate() {
            let same = |other: &str| other.as_bytes()[at] == byte;
            let agree = strangers.iter().filter(|other| same(other)).count();
            // A position that all strangers share belongs to the format.
            if agree == strangers.len() {
                continue;
            }
            self.right += f64::from(u8::from(same(shown)));
            self.chance += agree as f64 / strangers.len() as f64;
            self.tries += 1;
        }
    }

    /// Success, chance, and how many standard deviations lie between them.
    pub fn rates(&self) -> (f64, f64, f64) {
        let tries = self.tries.max(1) as f64;
        let (right, chance) = (self.right / tries, self.chance / tries);
        let deviation = (chance * (1.0 - chance) / tries).sqrt();
        (
            right,
            chance,
            if deviation > 0.0 {
                (right - chance) / deviation
            } else {
                0.0
            },
        )
    }
}

/// The words of a transcript.
#[derive(Debug)]
pub struct Words {
    counts: HashMap<String, usize>,
}

impl Words {
    /// Counts runs of letters, in lower case.
    pub fn new<'a>(outputs: impl IntoIterator<Item = &'a str>) -> Self {
        let mut counts = HashMap::new();
        for output in outputs {
            for word in output
                .split(|c: char| !c.is_alphabetic())
                .filter(|word| word.len() >= 3)
            {
                *counts.entry(word.to_lowercase()).or_insert(0) += 1;
            }
        }
        Self { counts }
    }

    /// How strongly `name` shines through: whole words weigh most, then words that share four letters or more
    /// with its beginning or its end.
    fn traces(&self, name: &str) -> usize {
        let name: String = name
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphabetic())
            .collect();
        let weigh = |(word, count): (&String, &usize)| {
            let weight = if word.contains(&name) {
                100
            } else if word.len() >= 4
                && (name.starts_with(word.as_str()) || name.ends_with(word.as_str()))
            {
                word.len()
            } else {
                0
            };
            weight * count
        };
        self.counts.iter().map(weigh).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_lead_to_the_name_and_nothing_leads_to_chance() {
        let population = ["quellmere", "halvoria", "tarnovex", "ostrelis"];
        let mut attack = Attack::default();
        attack.guess(
            &Words::new(["see git.halvoria.lan"]),
            &population,
            "halvoria",
        );
        assert_eq!((attack.right, attack.chance), (1.0, 0.25));
        let mut attack = Attack::default();
        attack.guess(&Words::new(["see [HOST_1]"]), &population, "halvoria");
        assert_eq!((attack.right, attack.chance), (0.25, 0.25));
    }

    #[test]
    fn only_positions_that_vary_are_counted() {
        let mut attack = Attack::default();
        let strangers = ["k_ab".to_owned(), "k_cd".to_owned()];
        attack.compare("k_xb", "k_xq", &strangers);
        assert_eq!((attack.tries, attack.right, attack.chance), (2, 1.0, 0.5));
    }
}
