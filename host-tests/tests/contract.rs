//! What the component asks for and what it offers, against the WIT.

use std::collections::BTreeSet;

use slotguard_host::Boundary;

fn boundary() -> Boundary {
    Boundary::new().expect("run `cargo xtask test`, which builds the component first")
}

/// The whole security argument of the sandbox in one list.
#[test]
fn the_component_imports_entropy_and_nothing_else() {
    let imports = boundary().interface().imports;
    assert_eq!(imports, ["wasi:random/random@0.2.0#get-random-bytes"]);
}

#[test]
fn the_component_exports_what_the_wit_says() {
    let wit = include_str!("../../wasm/wit/slotguard.wit");
    let exported: BTreeSet<String> = boundary().interface().exports.into_iter().collect();
    let declared: BTreeSet<String> = functions(wit)
        .map(|name| format!("slotguard:boundary/sessions@0.1.0#{name}"))
        .collect();
    assert_eq!(exported, declared);
}

/// The names of the functions in a WIT file, as components mangle them.
fn functions(wit: &str) -> impl Iterator<Item = String> {
    let mut resource: Option<String> = None;
    wit.lines().filter_map(move |line| {
        let code = line.trim();
        if let Some(rest) = code.strip_prefix("resource ") {
            resource = Some(rest.trim_end_matches(" {").to_owned());
        } else if line == "    }" {
            resource = None;
        }
        let (name, kind) = code.split_once(": ")?;
        if code.starts_with("///")
            || !(kind.starts_with("func(") || kind.starts_with("static func("))
        {
            return None;
        }
        let place = match (&resource, kind.starts_with("static")) {
            (Some(resource), true) => format!("[static]{resource}."),
            (Some(resource), false) => format!("[method]{resource}."),
            (None, _) => String::new(),
        };
        Some(place + name)
    })
}

#[test]
fn at_least_half_of_the_contract_is_documentation() {
    let wit = include_str!("../../wasm/wit/slotguard.wit");
    let lines = wit.lines().filter(|line| !line.trim().is_empty()).count();
    let docs = wit
        .lines()
        .filter(|line| line.trim().starts_with("///"))
        .count();
    assert!(docs * 2 >= lines, "{docs} of {lines} lines");
}

#[test]
fn rules_have_names() {
    let mut session = boundary().session(Default::default()).expect("opens");
    let rules = session.rules().expect("answers");
    let names: Vec<String> = slotguard_core::Rule::names().map(str::to_owned).collect();
    assert_eq!(
        rules, names,
        "the embedded component is that of this source"
    );
}
