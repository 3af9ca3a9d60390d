//! No function is too long to be read at a glance.

use crate::source::files;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The folders that are looked at. Some tests are longer.
const FOLDERS: [&str; 6] = [
    "src",
    "python/src",
    "examples",
    "benches",
    "fuzz/fuzz_targets",
    "fuzz/src",
];

/// The greatest number of lines of a function, its signature included.
const MOST_LINES: usize = 60;

/// The functions of one file that are too long.
#[derive(Default)]
struct TooLong {
    /// Each with the line where it begins and its number of lines.
    found: Vec<(String, usize, usize)>,
}

impl TooLong {
    fn in_text(text: &str) -> Vec<(String, usize, usize)> {
        let mut visitor = TooLong::default();
        visitor.visit_file(&syn::parse_file(text).expect("the text is Rust"));
        visitor.found
    }

    fn check(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let first = signature.span().start().line;
        let lines = body.span().end().line + 1 - first;
        if lines > MOST_LINES {
            self.found.push((signature.ident.to_string(), first, lines));
        }
    }
}

impl<'ast> Visit<'ast> for TooLong {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.check(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.check(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.check(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

#[test]
fn no_function_is_longer_than_a_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut faults = Vec::new();
    for (path, text) in FOLDERS.iter().flat_map(|folder| files(&root.join(folder))) {
        for (name, line, lines) in TooLong::in_text(&text) {
            faults.push(format!(
                "{}:{line}: {name} has {lines} lines",
                path.display()
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn lines_are_counted_from_the_signature_to_the_brace() {
    let function = |lines: usize| {
        let body = "    f();\n".repeat(lines - 2);
        format!("/// About it.\nfn f() {{\n{body}}}\n")
    };
    assert_eq!(TooLong::in_text(&function(MOST_LINES)), []);
    let long = function(MOST_LINES + 1);
    let found = [("f".to_owned(), 2, MOST_LINES + 1)];
    assert_eq!(TooLong::in_text(&long), found);
    for outside in ["impl X", "trait X", "mod x"] {
        let text = format!("{outside} {{ {long} }}");
        assert_eq!(TooLong::in_text(&text).len(), 1, "{outside}");
    }
}
