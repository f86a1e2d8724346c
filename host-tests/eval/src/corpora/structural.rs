//! The structural corpus: 30 repository-like sessions with 9,229 paths, every private character annotated.

use super::scenes;
use super::world::{Os, World};
use crate::rng::Rng;
use crate::transcript::{Class, Page, Transcript};
use crate::{Origin, Setup};

/// Sessions, as in the paper.
pub const SESSIONS: usize = 30;
/// Paths, as in the paper.
pub const PATHS: usize = 9_229;

const MACHINES: [Os; 5] = [Os::Mac, Os::Linux, Os::Windows, Os::Wsl, Os::Server];

/// The corpus of that seed. Two sessions of three have a harness that knows its workspace; in the third the
/// workspace is only named in the first turn.
pub fn corpus(seed: u64) -> Vec<Transcript> {
    let each = PATHS / SESSIONS;
    let more = PATHS % SESSIONS;
    let quota = |index| each + usize::from(index < more);
    (0..SESSIONS)
        .map(|index| session(seed, index, quota(index)))
        .collect()
}

fn session(seed: u64, index: usize, quota: usize) -> Transcript {
    let mut rng = Rng::new(seed, &format!("structural {index}"));
    let world = World::draw(&mut rng, MACHINES[index % MACHINES.len()]);
    let known = index % 3 != 2;
    let setup = if known {
        world.setup()
    } else {
        Setup::default()
    };
    let mut turns = vec![introduction(&world)];
    let mut paths = 0;
    while paths < quota {
        let (_, scene) = rng.of(scenes::ALL);
        let page = scene(&world, &mut rng, quota - paths);
        paths += page.paths();
        turns.push(page.finish());
    }
    Transcript {
        id: format!("structural {index:02}"),
        setup,
        turns,
    }
}

/// The first turn of a harness: it says where the work is, and as whom.
fn introduction(world: &World) -> crate::transcript::Turn {
    let mut page = Page::new(Origin::User);
    page.push("<environment_context>\n  <cwd>");
    world.write_root(&mut page, super::world::Spelling::Native);
    page.push("</cwd>\n  <shell>")
        .benign("zsh")
        .push("</shell>\n</environment_context>\n$ git config user.name\n");
    page.private(Class::Person, &world.name())
        .push("\n$ whoami\n");
    page.private(Class::User, &world.user).push("\n");
    page.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_in_the_paper() {
        let corpus = corpus(1);
        assert_eq!(corpus.len(), SESSIONS);
        let turns = corpus.iter().flat_map(|session| &session.turns);
        assert_eq!(turns.map(|turn| turn.paths.len()).sum::<usize>(), PATHS);
    }

    #[test]
    fn marks_do_not_overlap() {
        for turn in corpus(2).iter().flat_map(|session| &session.turns) {
            for pair in turn.marks.windows(2) {
                assert!(pair[0].range.end <= pair[1].range.start);
            }
        }
    }
}
