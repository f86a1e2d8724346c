//! One invented user at one invented machine.

use super::words;
use crate::Setup;
use crate::rng::Rng;
use crate::transcript::{Class, Page, PathMark};

/// The kind of machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Os {
    /// `/Users/x`
    Mac,
    /// `/home/x`
    Linux,
    /// `C:\Users\x`
    Windows,
    /// `/home/x` with `/mnt/c/Users/x` beside it.
    Wsl,
    /// A container as root with a workspace under `/srv`.
    Server,
}

/// A component of a root and whether it is private.
type Component = (String, Option<Class>);

/// How a path is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As the machine's tools write it.
    Native,
    /// `~/p`
    Tilde,
    /// `file:///p`
    FileUri,
    /// Backslashes doubled, as in JSON; the native spelling elsewhere.
    Json,
}

/// A sensitive document.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its directory in the repository.
    pub dir: String,
    /// Its private stem.
    pub stem: String,
    /// Its extension with the dot.
    pub extension: String,
}

/// Everything private about one session.
#[derive(Clone, Debug)]
pub struct World {
    /// The machine.
    pub os: Os,
    /// Given and family name.
    pub given: String,
    /// Family name.
    pub family: String,
    /// Login name.
    pub user: String,
    /// Organisation, lower case.
    pub org: String,
    /// Project.
    pub project: String,
    /// E-mail address.
    pub email: String,
    /// Internal hosts.
    pub hosts: Vec<String>,
    /// A private address.
    pub ip: String,
    /// A branch.
    pub branch: String,
    /// Sensitive documents.
    pub docs: Vec<Document>,
    /// Ordinary files, relative to the root.
    pub files: Vec<String>,
    home: Vec<Component>,
    below: Vec<Component>,
}

impl World {
    /// Draws a world.
    pub fn draw(rng: &mut Rng, os: Os) -> Self {
        let given = rng.word(words::GIVEN).to_owned();
        let family = rng.word(words::FAMILY).to_owned();
        let org = rng.word(words::ORGS).to_owned();
        let project = rng.word(words::PROJECTS).to_owned();
        let user = login(rng, &given, &family);
        let home = home(os, &user);
        let below = below(rng, os, &org, &project);
        let suffix = rng.word(words::HOST_SUFFIXES);
        let hosts = host_names(rng, &org, suffix);
        let (first, second) = (given.to_lowercase(), family.to_lowercase());
        Self {
            os,
            email: format!("{first}.{second}@{org}.io"),
            hosts,
            ip: format!(
                "10.{}.{}.{}",
                rng.below(250),
                rng.below(250),
                rng.between(2, 250)
            ),
            branch: format!(
                "{}/{org}-{}",
                rng.word(&["feature", "fix", "hotfix"]),
                rng.word(&["migration", "rollout", "pilot"])
            ),
            docs: documents(rng, &second),
            files: files(rng),
            given,
            family,
            user,
            org,
            project,
            home,
            below,
        }
    }

    /// What a harness that knows its workspace tells the boundary.
    pub fn setup(&self) -> Setup {
        Setup {
            roots: vec![self.root()],
            cwd: Some(self.root()),
            home: Some(self.home()),
            user: Some(self.user.clone()),
            ..Setup::default()
        }
    }

    /// The workspace root as the machine spells it.
    pub fn root(&self) -> String {
        let mut page = Page::new(crate::Origin::Tool);
        self.write_root(&mut page, Spelling::Native);
        page.finish().text
    }

    /// The home directory as the machine spells it.
    pub fn home(&self) -> String {
        let mut page = Page::new(crate::Origin::Tool);
        self.write(&mut page, &self.home, Spelling::Native);
        page.finish().text
    }

    /// The machine's separator.
    pub fn separator(&self, spelling: Spelling) -> &'static str {
        match (self.os, spelling) {
            (Os::Windows, Spelling::Native) => "\\",
            (Os::Windows, Spelling::Json) => "\\\\",
            _ => "/",
        }
    }

    /// The full name.
    pub fn name(&self) -> String {
        format!("{} {}", self.given, self.family)
    }

    /// Writes an ordinary file of the repository.
    pub fn file(&self, page: &mut Page, relative: &str, spelling: Spelling) {
        let (stem_dir, extension) = split_extension(relative);
        let mark = self.mark(stem_dir, extension, spelling);
        let tail = relative.replace('/', self.separator(spelling));
        page.path(mark, |page| {
            self.write_root(page, spelling);
            page.push(self.separator(spelling)).push(&tail);
        });
    }

    /// Writes a sensitive document of the repository.
    pub fn document(&self, page: &mut Page, doc: &Document, spelling: Spelling) {
        let mark = self.mark(&doc.dir, &doc.extension, spelling);
        let separator = self.separator(spelling);
        let dir = doc.dir.replace('/', separator);
        page.path(mark, |page| {
            self.write_root(page, spelling);
            page.push(separator).push(&dir).push(separator);
            page.private(Class::Doc, &doc.stem).push(&doc.extension);
        });
    }

    /// Writes a file of the home directory that is not in the workspace.
    pub fn home_file(&self, page: &mut Page, relative: &str, spelling: Spelling) {
        let (stem_dir, extension) = split_extension(relative);
        let mut mark = self.mark(stem_dir, extension, spelling);
        mark.in_root = false;
        let tail = relative.replace('/', self.separator(spelling));
        page.path(mark, |page| {
            self.write(page, &self.home, spelling);
            page.push(self.separator(spelling)).push(&tail);
        });
    }

    /// Writes the root itself.
    pub fn write_root(&self, page: &mut Page, spelling: Spelling) {
        let server = self.os == Os::Server;
        let home = if server { &[][..] } else { &self.home };
        if spelling == Spelling::Tilde && !server {
            page.push("~");
            return self.write_components(page, &self.below, "/");
        }
        self.write(page, home, spelling);
        self.write_components(page, &self.below, self.separator(spelling));
    }

    fn write(&self, page: &mut Page, parts: &[Component], spelling: Spelling) {
        if spelling == Spelling::FileUri {
            page.push("file://");
            if self.os == Os::Windows {
                page.push("/");
            }
        }
        let separator = self.separator(spelling);
        let mut parts = parts;
        if self.os == Os::Windows {
            page.push("C:");
            parts = parts.get(1..).unwrap_or_default();
        }
        self.write_components(page, parts, separator);
    }

    fn write_components(&self, page: &mut Page, parts: &[Component], separator: &str) {
        for (part, class) in parts {
            page.push(separator);
            match class {
                Some(class) => page.private(*class, part),
                None => page.push(part),
            };
        }
    }

    fn mark(&self, stem_dir: &str, extension: &str, spelling: Spelling) -> PathMark {
        PathMark {
            range: 0..0,
            extension: extension.to_owned(),
            safe: stem_dir.split('/').map(str::to_owned).collect(),
            plain: spelling == Spelling::Native,
            in_root: true,
        }
    }
}

/// `a/b.py` as `a/b` and `.py`; a name that starts with its only dot has no extension.
fn split_extension(relative: &str) -> (&str, &str) {
    let name = relative.rfind('/').map_or(0, |at| at + 1);
    match relative.rfind('.') {
        Some(at) if at > name => relative.split_at(at),
        _ => (relative, ""),
    }
}

fn login(rng: &mut Rng, given: &str, family: &str) -> String {
    let (given, family) = (given.to_lowercase(), family.to_lowercase());
    match rng.below(4) {
        0 => given,
        1 => format!("{}{family}", &given[..1]),
        2 => format!("{given}.{family}"),
        _ => format!("{given}{}", &family[..1]),
    }
}

fn home(os: Os, user: &str) -> Vec<Component> {
    let plain = |text: &str| (text.to_owned(), None);
    let user = (user.to_owned(), Some(Class::User));
    match os {
        Os::Mac => vec![plain("Users"), user],
        Os::Linux | Os::Wsl => vec![plain("home"), user],
        Os::Windows => vec![plain("C:"), plain("Users"), user],
        Os::Server => vec![plain("root")],
    }
}

fn below(rng: &mut Rng, os: Os, org: &str, project: &str) -> Vec<Component> {
    let shelf = (rng.word(words::SHELVES).to_owned(), None);
    let org = (org.to_owned(), Some(Class::Root));
    let project = (project.to_owned(), Some(Class::Root));
    if os == Os::Server {
        return vec![("srv".to_owned(), None), org, project];
    }
    match rng.below(3) {
        0 => vec![org, project],
        1 => vec![shelf, project],
        _ => vec![shelf, org, project],
    }
}

fn host_names(rng: &mut Rng, org: &str, suffix: &str) -> Vec<String> {
    let mut labels = words::HOST_LABELS.to_vec();
    rng.shuffle(&mut labels);
    let labels = labels.into_iter().take(3);
    labels
        .map(|label| format!("{label}.{org}.{suffix}"))
        .collect()
}

fn documents(rng: &mut Rng, family: &str) -> Vec<Document> {
    let count = rng.between(3, 6);
    let mut stems = words::DOC_STEMS.to_vec();
    rng.shuffle(&mut stems);
    let stems = stems.into_iter().take(count);
    let mut docs = Vec::new();
    for stem in stems {
        let about = match rng.below(2) {
            0 => format!("{}", rng.between(2019, 2026)),
            _ => family.to_owned(),
        };
        docs.push(Document {
            dir: rng.word(words::DOC_DIRS).to_owned(),
            stem: stem.replace("{}", &about),
            extension: rng.word(words::DOC_EXTENSIONS).to_owned(),
        });
    }
    docs
}

fn files(rng: &mut Rng) -> Vec<String> {
    let mut files = Vec::new();
    while files.len() < 60 {
        let depth = rng.between(1, 3);
        let dirs: Vec<_> = (0..depth).map(|_| rng.word(words::DIRS)).collect();
        let (stem, extension) = (rng.word(words::STEMS), rng.word(words::EXTENSIONS));
        let file = format!("{}/{stem}{extension}", dirs.join("/"));
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files.extend(
        [
            "Makefile",
            "src/[slug]/page.tsx",
            ".github/workflows/ci.yml",
            "docs/R&D.md",
        ]
        .map(str::to_owned),
    );
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    #[test]
    fn every_machine_spells_its_root() {
        for os in [Os::Mac, Os::Linux, Os::Windows, Os::Wsl, Os::Server] {
            let world = World::draw(&mut Rng::new(5, "world"), os);
            let root = world.root();
            assert!(root.ends_with(&world.project), "{root}");
            let mut page = Page::new(Origin::Tool);
            world.file(&mut page, "src/a.py", Spelling::Native);
            let turn = page.finish();
            assert!(turn.text.starts_with(&root));
            assert_eq!(turn.paths[0].extension, ".py");
            assert_eq!(turn.paths[0].safe, ["src", "a"]);
            assert!(!turn.marks.is_empty());
        }
        assert!(
            World::draw(&mut Rng::new(5, "w"), Os::Windows)
                .root()
                .starts_with(r"C:\Users\")
        );
    }

    #[test]
    fn extensions() {
        assert_eq!(split_extension("a/b.tar.gz"), ("a/b.tar", ".gz"));
        assert_eq!(split_extension("a.d/.env"), ("a.d/.env", ""));
        assert_eq!(split_extension("Makefile"), ("Makefile", ""));
    }
}
