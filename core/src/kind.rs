//! What a protected value is.

/// The type of a protected value; it names the slot that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The root of a workspace or repository.
    RepoRoot,
    /// A home directory.
    Home,
    /// A login name.
    User,
    /// An e-mail address.
    Email,
    /// A host name that is not public, or the tenant label of a public service.
    Host,
    /// An IP address that is not public (or, by setting, any).
    Ip,
    /// A branch name.
    Branch,
    /// An organisation, customer or owner of a private remote.
    Org,
    /// A person's name.
    Person,
    /// A project name.
    Project,
    /// A document whose name tells what is in it, without its extension.
    SensitiveDoc,
    /// A directory that identifies somebody or something.
    Dir,
    /// Hardware or network that identifies a place: a MAC address, an SSID.
    Device,
    /// A value that grants access. Its stand-in is a surrogate of the same format, not a slot.
    Secret,
}

impl Kind {
    /// Every kind, in the order of declaration.
    pub const ALL: [Kind; 14] = [
        Kind::RepoRoot,
        Kind::Home,
        Kind::User,
        Kind::Email,
        Kind::Host,
        Kind::Ip,
        Kind::Branch,
        Kind::Org,
        Kind::Person,
        Kind::Project,
        Kind::SensitiveDoc,
        Kind::Dir,
        Kind::Device,
        Kind::Secret,
    ];

    /// The name in slots and interfaces: `REPO_ROOT`, `EMAIL`, `SECRET`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Kind::RepoRoot => "REPO_ROOT",
            Kind::Home => "HOME",
            Kind::User => "USER",
            Kind::Email => "EMAIL",
            Kind::Host => "HOST",
            Kind::Ip => "IP",
            Kind::Branch => "BRANCH",
            Kind::Org => "ORG",
            Kind::Person => "PERSON",
            Kind::Project => "PROJECT",
            Kind::SensitiveDoc => "SENSITIVE_DOC",
            Kind::Dir => "DIR",
            Kind::Device => "DEVICE",
            Kind::Secret => "SECRET",
        }
    }

    /// The kind of that name, compared without case.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// Whether a value of this kind can stand at the start of a path.
    pub const fn is_root(self) -> bool {
        matches!(self, Kind::RepoRoot | Kind::Home | Kind::Dir)
    }

    /// Whether a value of this kind may be a part of a path.
    pub const fn is_path_part(self) -> bool {
        !matches!(self, Kind::Secret | Kind::Email | Kind::Ip | Kind::Device)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
    }
}
