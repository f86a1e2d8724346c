//! The compiled component, its engine, and the clock that stops long calls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use wasmtime::component::{Component, HasSelf, Linker};
use wasmtime::{Engine, EngineWeak};

use crate::bindings::{self, BoundaryPre, wasi};
use crate::entropy::Entropy;
use crate::session::State;
use crate::{Config, Error, Files, Session, embedded, engine};

/// How often the clock of the time limit ticks.
pub(crate) const TICK: Duration = Duration::from_millis(10);

/// What one session may use of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostLimits {
    /// Bytes of memory of one session; 1 GiB by default.
    pub memory: usize,
    /// Time of one call, whatever its input; 2 s by default. Rounded up to ticks of 10 ms.
    pub time: Duration,
    /// Further time for each MiB of a call's input; 1 s by default.
    pub time_per_mib: Duration,
}

impl Default for HostLimits {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            time: Duration::from_secs(2),
            time_per_mib: Duration::from_secs(1),
        }
    }
}

/// The compiled component. Cheap to clone; sessions of one boundary share code and nothing else.
#[derive(Clone)]
pub struct Boundary(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) engine: Engine,
    pub(crate) component: Component,
    pub(crate) instance: BoundaryPre<State>,
    pub(crate) limits: HostLimits,
    pub(crate) files: Files,
    /// The names of the rules, asked for once.
    pub(crate) rules: OnceLock<Vec<String>>,
    /// The seed of an evaluation, and how many sessions it has opened.
    seed: Option<(u64, AtomicU64)>,
}

impl Inner {
    /// The same component and settings, for a boundary that changes one of them.
    fn again(&self) -> Inner {
        Inner {
            engine: self.engine.clone(),
            component: self.component.clone(),
            instance: self.instance.clone(),
            limits: self.limits,
            files: self.files,
            rules: self.rules.clone(),
            seed: self
                .seed
                .as_ref()
                .map(|(seed, _)| (*seed, AtomicU64::new(0))),
        }
    }

    /// The randomness of the next session.
    pub(crate) fn entropy(&self) -> Entropy {
        match &self.seed {
            None => Entropy::System,
            Some((seed, opened)) => Entropy::seeded(*seed, opened.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

impl Boundary {
    /// Loads the component that is embedded in this binary.
    ///
    /// # Errors
    /// [`Error::MissingComponent`] if the binary was built without one.
    pub fn new() -> Result<Boundary, Error> {
        let engine = engine::engine().map_err(Error::sandbox)?;
        let component = embedded::load(&engine)?;
        Self::from_parts(engine, component)
    }

    /// Compiles another build of the component.
    ///
    /// # Errors
    /// [`Error::ForeignComponent`] if `component` is none, asks for other imports, or offers another contract.
    pub fn from_component_bytes(component: &[u8]) -> Result<Boundary, Error> {
        let engine = engine::engine().map_err(Error::sandbox)?;
        let component = Component::from_binary(&engine, component).map_err(Error::foreign)?;
        Self::from_parts(engine, component)
    }

    fn from_parts(engine: Engine, component: Component) -> Result<Boundary, Error> {
        let mut linker = Linker::new(&engine);
        wasi::random::random::add_to_linker::<_, HasSelf<State>>(&mut linker, |state| state)
            .map_err(Error::sandbox)?;
        let instance = linker
            .instantiate_pre(&component)
            .and_then(bindings::BoundaryPre::new)
            .map_err(Error::foreign)?;
        start_clock(engine.weak()).map_err(|error| Error::Sandbox(error.to_string()))?;
        Ok(Boundary(Arc::new(Inner {
            engine,
            component,
            instance,
            limits: HostLimits::default(),
            files: Files::default(),
            rules: OnceLock::new(),
            seed: None,
        })))
    }

    /// The same component with other limits for sessions opened from now on.
    pub fn with_limits(&self, limits: HostLimits) -> Boundary {
        Boundary(Arc::new(Inner {
            limits,
            ..self.0.again()
        }))
    }

    /// The same component for sessions whose tools open files elsewhere, from now on: links are not followed then.
    pub fn with_files(&self, files: Files) -> Boundary {
        Boundary(Arc::new(Inner {
            files,
            ..self.0.again()
        }))
    }

    /// The same component with keys and stand-ins that follow from `seed` and from how many sessions were opened
    /// before: an evaluation that can be run again. **Who knows the seed can undo what such a session hides**, so
    /// no text that leaves the machine may come from one; `serve` has no way to ask for it.
    pub fn with_known_entropy(&self, seed: u64) -> Boundary {
        Boundary(Arc::new(Inner {
            seed: Some((seed, AtomicU64::new(0))),
            ..self.0.again()
        }))
    }

    /// Opens a session: an instance of its own, with a key of its own.
    ///
    /// # Errors
    /// [`Error::Config`] with the first field that is wrong.
    pub fn session(&self, config: Config) -> Result<Session, Error> {
        Session::open(Arc::clone(&self.0), config)
    }

    /// Opens a session from a snapshot that `host_key` (32 bytes) sealed and whose counter is at least
    /// `min_counter`. What `config` names is added.
    ///
    /// # Errors
    /// [`Error::Snapshot`], or [`Error::Config`].
    pub fn restore(
        &self,
        config: Config,
        host_key: &[u8],
        snapshot: &[u8],
        min_counter: u64,
    ) -> Result<Session, Error> {
        Session::restore(Arc::clone(&self.0), config, host_key, snapshot, min_counter)
    }

    /// The bytes of the embedded component.
    ///
    /// # Errors
    /// [`Error::MissingComponent`].
    pub fn component_bytes() -> Result<&'static [u8], Error> {
        embedded::bytes().ok_or(Error::MissingComponent)
    }

    /// What the component imports, and the functions it exports, as the WIT names them:
    /// `wasi:random/random@0.2.0`, `[method]session.sanitize`.
    pub fn interface(&self) -> Interface {
        Interface::of(&self.0.engine, &self.0.component)
    }
}

/// The outside of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Imported functions: `wasi:random/random@0.2.0#get-random-bytes`.
    pub imports: Vec<String>,
    /// Exported functions: `slotguard:boundary/sessions@0.1.0#echo`.
    pub exports: Vec<String>,
}

impl Interface {
    fn of(engine: &Engine, component: &Component) -> Self {
        let ty = component.component_type();
        let mut imports = Vec::new();
        for (name, item) in ty.imports(engine) {
            push_functions(&mut imports, engine, name, &item.ty);
        }
        let mut exports = Vec::new();
        for (name, item) in ty.exports(engine) {
            push_functions(&mut exports, engine, name, &item.ty);
        }
        Interface { imports, exports }
    }
}

/// Appends the functions of an instance; anything else that is imported or exported stands for itself.
fn push_functions(
    to: &mut Vec<String>,
    engine: &Engine,
    name: &str,
    item: &wasmtime::component::types::ComponentItem,
) {
    use wasmtime::component::types::ComponentItem;
    let ComponentItem::ComponentInstance(instance) = item else {
        return to.push(name.to_owned());
    };
    for (function, item) in instance.exports(engine) {
        if matches!(item.ty, ComponentItem::ComponentFunc(_)) {
            to.push(format!("{name}#{function}"));
        }
    }
}

/// Counts time for every engine call of this boundary; ends when the engine is gone.
fn start_clock(engine: EngineWeak) -> std::io::Result<()> {
    let tick = move || {
        loop {
            thread::sleep(TICK);
            match engine.upgrade() {
                Some(engine) => engine.increment_epoch(),
                None => return,
            }
        }
    };
    let name = "slotguard-clock".to_owned();
    thread::Builder::new().name(name).spawn(tick).map(drop)
}
