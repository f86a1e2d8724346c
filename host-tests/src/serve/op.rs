//! The table of operations.

/// What a request may ask for.
macro_rules! ops {
    ($($variant:ident = $name:literal => [$($wit:literal),*],)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Op { $($variant,)+ }

        impl Op {
            #[cfg(test)]
            pub(super) const ALL: &[Op] = &[$(Op::$variant,)+];

            /// The operation of that name.
            pub(super) fn from_name(name: &str) -> Option<Op> {
                match name {
                    $($name => Some(Op::$variant),)+
                    _ => None,
                }
            }

            #[cfg(test)]
            pub(super) fn name(self) -> &'static str {
                match self { $(Op::$variant => $name,)+ }
            }

            /// The functions of the WIT that the operation calls.
            #[cfg(test)]
            pub(super) fn functions(self) -> &'static [&'static str] {
                match self { $(Op::$variant => &[$($wit),*],)+ }
            }
        }
    };
}

ops! {
    Open = "open" => ["[static]session.open"],
    Sanitize = "sanitize" => ["[method]session.sanitize", "[method]session.sanitize-bytes"],
    SanitizeJson = "sanitize-json" => ["[method]session.sanitize-json"],
    Rebind = "rebind" => [
        "[method]session.rebind-display",
        "[method]session.rebind-path",
        "[method]session.rebind-command",
        "[method]session.rebind-argv",
        "[method]session.rebind-tool-call"
    ],
    RebindJson = "rebind-json" => ["[method]session.rebind-json"],
    Propose = "propose" => ["[method]session.propose"],
    StreamOpen = "stream-open" => [
        "[method]session.sanitize-stream",
        "[method]session.rebind-stream"
    ],
    StreamPush = "stream-push" => ["[method]sanitize-stream.push", "[method]rebind-stream.push"],
    StreamFlush = "stream-flush" => ["[method]sanitize-stream.flush", "[method]rebind-stream.flush"],
    StreamFinish = "stream-finish" => [
        "[static]sanitize-stream.finish",
        "[static]rebind-stream.finish"
    ],
    Slots = "slots" => ["[method]session.slots"],
    Explain = "explain" => ["[method]session.explain"],
    Protect = "protect" => ["[method]session.protect"],
    Allow = "allow" => ["[method]session.allow"],
    Forget = "forget" => ["[method]session.forget"],
    Reveal = "reveal" => ["[method]session.reveal"],
    Stale = "stale" => ["[method]session.stale"],
    Policy = "policy" => ["[method]session.set-policy", "[method]session.confirm"],
    DescribeTool = "describe-tool" => ["[method]session.describe-tool"],
    Snapshot = "snapshot" => ["[method]session.snapshot"],
    Restore = "restore" => ["[static]session.restore"],
    Close = "close" => ["[resource-drop]session"],
}
