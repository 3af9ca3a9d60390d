//! A file imports only from its own layer or from lower ones, and modules side by side do not import one another in
//! a circle.
//!
//! The table of layers in `src/lib.rs` is the list of the layers. Code that only tests compile is free.

use crate::modules::{Modules, name_of};
use std::collections::BTreeSet;
use std::path::Path;

/// The layer of the binary, above those of the library.
const TOP: &str = "cli";

/// The modules of the first table in the documentation of the crate, the lowest layer first.
fn layers(lib: &str) -> Vec<String> {
    let rows = lib.lines().filter_map(|line| line.strip_prefix("//! | [`"));
    rows.filter_map(|row| Some(row.split_once("`]")?.0.to_owned()))
        .chain([TOP.to_owned()])
        .collect()
}

/// What is wrong with the imports between modules.
fn faults(modules: &Modules, layers: &[String]) -> Vec<String> {
    let layer = |module: &[String]| layers.iter().position(|layer| *layer == module[0]);
    let mut faults = BTreeSet::new();
    for import in modules.imports() {
        match (layer(&import.from), layer(&import.to)) {
            (Some(from), Some(to)) if from >= to => {}
            (Some(_), Some(_)) => {
                faults.insert(format!("{import} is in a higher layer"));
            }
            _ => {
                faults.insert(format!("{import}: one of both is in no layer"));
            }
        }
    }
    for circle in modules.circles() {
        let names: Vec<String> = circle
            .modules
            .iter()
            .map(|module| name_of(module))
            .collect();
        let imports: Vec<String> = circle.imports.iter().map(ToString::to_string).collect();
        faults.insert(format!(
            "{} import one another: {}",
            names.join(", "),
            imports.join("; ")
        ));
    }
    faults.into_iter().collect()
}

#[test]
fn files_keep_to_their_layers_and_import_in_no_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = std::fs::read_to_string(src.join("lib.rs")).unwrap();
    let modules = Modules::read(&src);
    // With no imports found the test would check nothing.
    assert!(modules.imports().count() > 500);
    let faults = faults(&modules, &layers(&lib));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The faults of a made-up tree of the layers `low`, `middle` and `high`. Files are `name: text`.
fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
    let mut modules = Modules::default();
    for (name, text) in files {
        let path = name.split("::").filter(|part| !part.is_empty());
        modules.add(path.map(str::to_owned).collect(), text);
    }
    faults(&modules, &["low", "middle", "high"].map(str::to_owned))
}

#[test]
fn an_upward_import_is_a_fault_however_it_is_written() {
    let root = (
        "",
        "pub mod low; pub mod middle; pub mod high; pub use high::High;",
    );
    let high = ("high", "pub mod part; pub struct High;");
    let part = ("high::part", "use crate::low::Low; pub fn f(_: Low) {}");
    for text in [
        "use crate::high::High;",
        "use crate::High as Other;",
        "use crate::{high, low};",
        "use super::high::{part::f, High};",
        "pub use crate::high::*;",
        "use crate as all; fn g(_: all::High) {}",
        "fn g() { crate::high::part::f(todo!()) }",
        "fn g() { assert!(matches!(0, _ if crate::high::is())) }",
        "impl From<crate::high::High> for () {}",
        "mod inner { use crate::high::High; }",
    ] {
        let found = faults_of(&[
            root,
            ("low", "pub struct Low;"),
            ("middle", text),
            high,
            part,
        ]);
        assert!(!found.is_empty(), "{text}");
        for fault in &found {
            assert!(fault.starts_with("middle"), "{text}: {fault}");
            assert!(fault.ends_with("is in a higher layer"), "{text}: {fault}");
        }
    }
    let stranger = faults_of(&[("low", "use crate::other::X;"), ("other", "pub struct X;")]);
    assert_eq!(stranger, ["low -> other: one of both is in no layer"]);
}

#[test]
fn modules_side_by_side_that_import_one_another_are_a_fault() {
    let two = faults_of(&[
        ("low", "mod a; mod b;"),
        ("low::a", "use super::b::B; pub struct A;"),
        ("low::b", "use crate::low::a; pub struct B(a::A);"),
    ]);
    assert_eq!(
        two,
        ["low::a, low::b import one another: low::a -> low::b; low::b -> low::a"]
    );
    // Through a name that their parent passes on, and from a file further down.
    let three = faults_of(&[
        ("low", "mod a; mod b; mod c; mod d; pub use a::A;"),
        ("low::a", "mod deep; pub struct A;"),
        ("low::a::deep", "fn f() -> super::super::b::B { todo!() }"),
        ("low::b", "use super::c; pub type B = c::C;"),
        ("low::c", "use super::{A, d::D}; pub struct C(A, D);"),
        ("low::d", "pub struct D;"),
    ]);
    assert_eq!(
        three,
        ["low::a, low::b, low::c import one another: \
          low::a::deep -> low::b; low::b -> low::c; low::c -> low::a"]
    );
}

#[test]
fn parents_children_and_tests_are_free() {
    let found = faults_of(&[
        (
            "low",
            "mod a; mod b; use a::A; pub struct Low; fn f(_: A) {}",
        ),
        (
            "low::a",
            "use super::Low; pub struct A(Low);
             #[cfg(test)] use super::b::B;
             #[cfg(test)] mod tests { use crate::high::High; }
             impl A { #[cfg(test)] fn f() { crate::high::f() } }
             #[cfg(test)] mod file;",
        ),
        ("low::a::file", "use crate::high::High;"),
        (
            "low::b",
            "use super::a::A; use std::high::High; pub struct B(A);",
        ),
        ("high", "use crate::low::Low; pub struct High(Low);"),
    ]);
    assert_eq!(found, Vec::<String>::new());
}
