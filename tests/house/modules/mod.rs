//! The modules of a crate, and which of them import from which, by their text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};

/// The names that lead to a module or to something in it, from the root of the crate; or a path as it is written.
pub type Names = Vec<String>;

/// More steps from one name to the next make no sense: they go round in a circle.
const MOST_STEPS: usize = 20;

/// A module with its children left out.
#[derive(Default)]
struct Module {
    /// Every path in it.
    paths: Vec<Names>,
    /// The names that it imports, and the paths that they stand for.
    imported: BTreeMap<String, Names>,
    /// The paths of which it imports every name.
    globs: Vec<Names>,
    /// The children that only tests compile.
    of_tests: Vec<String>,
}

/// The modules of a crate by their names; the root has none.
#[derive(Default)]
pub struct Modules {
    modules: BTreeMap<Names, Module>,
}

/// One module imports from another that is neither above nor below it in the tree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    pub from: Names,
    pub to: Names,
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", name_of(&self.from), name_of(&self.to))
    }
}

impl Import {
    /// The two children of one parent that this import joins.
    fn siblings(&self) -> (&[String], &[String]) {
        let same = self.from.iter().zip(&self.to).take_while(|(a, b)| a == b);
        let depth = same.count() + 1;
        (&self.from[..depth], &self.to[..depth])
    }
}

/// Children of one parent that import one another, directly or by others among them.
pub struct Circle {
    pub modules: Vec<Names>,
    pub imports: Vec<Import>,
}

/// The names as they are written in a path.
pub fn name_of(names: &[String]) -> String {
    names.join("::")
}

impl Modules {
    /// Reads the files of a folder.
    pub fn read(src: &Path) -> Modules {
        let mut modules = Modules::default();
        modules.read_folder(src, &[]);
        modules
    }

    fn read_folder(&mut self, folder: &Path, names: &[String]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut inner = names.to_vec();
            let is_root = names.is_empty() && ["lib", "main"].contains(&&*stem);
            inner.extend((!is_root).then_some(stem));
            if path.is_dir() {
                self.read_folder(&path, &inner);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                self.add(inner, &fs::read_to_string(path).unwrap());
            }
        }
    }

    /// Adds the text of a module.
    pub fn add(&mut self, names: Names, text: &str) {
        let file = syn::parse_file(text).unwrap_or_else(|e| panic!("{}: {e}", name_of(&names)));
        self.modules.entry(names.clone()).or_default();
        Reader {
            modules: self,
            names,
        }
        .visit_file(&file);
    }

    /// The imports between modules of which none is above the other, each once.
    pub fn imports(&self) -> impl Iterator<Item = Import> {
        let mut imports = BTreeSet::new();
        for (from, module) in self.modules.iter().filter(|(from, _)| !self.is_test(from)) {
            for to in module
                .paths
                .iter()
                .filter_map(|path| self.owner(from, path))
            {
                if !to.starts_with(from) && !from.starts_with(&to) {
                    let from = from.clone();
                    imports.insert(Import { from, to });
                }
            }
        }
        imports.into_iter()
    }

    /// Whether only tests compile the module.
    fn is_test(&self, names: &[String]) -> bool {
        (0..names.len()).any(|depth| {
            let parent = self.modules.get(&names[..depth]);
            parent.is_some_and(|parent| parent.of_tests.contains(&names[depth]))
        })
    }

    /// The module that declares what a path in a module leads to; `None` if it is not in the crate.
    fn owner(&self, module: &[String], path: &[String]) -> Option<Names> {
        self.follow(module, path, MOST_STEPS)
    }

    fn follow(&self, module: &[String], path: &[String], steps: usize) -> Option<Names> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let parent = || module.split_last().map(|(_, parent)| parent);
        match &**first {
            // The binary calls the library by its name.
            "crate" | "tochki" => self.walk(&[], rest, steps),
            "self" => self.walk(module, rest, steps),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.follow(parent()?, rest, steps)
            }
            "super" => self.walk(parent()?, rest, steps),
            _ => self.named(module, path, steps),
        }
    }

    /// Follows a path that begins with a name in a module, if the module has it.
    fn named(&self, module: &[String], path: &[String], steps: usize) -> Option<Names> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let child = [module, std::slice::from_ref(first)].concat();
        if self.modules.contains_key(&child) {
            return self.walk(&child, rest, steps);
        }
        let here = self.modules.get(module)?;
        if let Some(meaning) = here.imported.get(first).filter(|meaning| *meaning != path) {
            return self.follow(module, &[meaning, rest].concat(), steps);
        }
        let mut globs = here.globs.iter().filter_map(|glob| {
            let source = self.follow(module, glob, steps)?;
            self.named(&source, path, steps)
        });
        globs.next()
    }

    /// Follows a path from a module; what is not known there is an item of the module itself.
    fn walk(&self, module: &[String], path: &[String], steps: usize) -> Option<Names> {
        self.named(module, path, steps)
            .or_else(|| Some(module.to_vec()))
    }

    /// All circles of imports between children of one parent.
    pub fn circles(&self) -> Vec<Circle> {
        let imports: Vec<Import> = self.imports().collect();
        let mut next: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
        for import in &imports {
            let (from, to) = import.siblings();
            next.entry(from).or_default().insert(to);
        }
        let reached = |from: &[String]| {
            let mut reached = BTreeSet::new();
            let mut stack: Vec<&[String]> = next[from].iter().copied().collect();
            while let Some(module) = stack.pop() {
                if reached.insert(module) {
                    stack.extend(next.get(module).into_iter().flatten());
                }
            }
            reached
        };
        let reached: BTreeMap<&[String], _> =
            next.keys().map(|&from| (from, reached(from))).collect();
        let leads =
            |from: &[String], to: &[String]| reached.get(from).is_some_and(|all| all.contains(to));
        let in_circles: BTreeSet<Vec<&[String]>> = next
            .keys()
            .map(|&a| {
                next.keys()
                    .copied()
                    .filter(|&b| leads(a, b) && leads(b, a))
                    .collect()
            })
            .filter(|circle: &Vec<_>| !circle.is_empty())
            .collect();
        let circle = |modules: Vec<&[String]>| Circle {
            imports: imports
                .iter()
                .filter(|import| {
                    let (from, to) = import.siblings();
                    modules.contains(&from) && modules.contains(&to)
                })
                .cloned()
                .collect(),
            modules: modules.into_iter().map(<[String]>::to_vec).collect(),
        };
        in_circles.into_iter().map(circle).collect()
    }
}

/// Finds the paths in a file, but for those that only tests compile.
struct Reader<'a> {
    modules: &'a mut Modules,
    /// The module that is being read.
    names: Names,
}

impl Reader<'_> {
    fn module(&mut self) -> &mut Module {
        self.modules.modules.entry(self.names.clone()).or_default()
    }

    /// Notes what a part of a `use` imports, after the names before it.
    fn import(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let (path, name) = match tree {
            syn::UseTree::Path(path) => return self.import(&with(&path.ident), &path.tree),
            syn::UseTree::Group(group) => {
                return group
                    .items
                    .iter()
                    .for_each(|tree| self.import(before, tree));
            }
            syn::UseTree::Glob(_) => {
                self.module().globs.push(before.to_vec());
                (before.to_vec(), None)
            }
            syn::UseTree::Name(name) if name.ident == "self" => {
                (before.to_vec(), before.last().cloned())
            }
            syn::UseTree::Name(name) => (with(&name.ident), Some(name.ident.to_string())),
            syn::UseTree::Rename(name) if name.ident == "self" => {
                (before.to_vec(), Some(name.rename.to_string()))
            }
            syn::UseTree::Rename(name) => (with(&name.ident), Some(name.rename.to_string())),
        };
        let module = self.module();
        module.paths.push(path.clone());
        module.imported.extend(name.map(|name| (name, path)));
    }

    /// Notes the paths among the tokens of a macro.
    fn read_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        use proc_macro2::TokenTree;
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.note(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                other => {
                    self.note(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.read_tokens(group.stream());
                    }
                }
            }
        }
        self.note(path);
    }

    fn note(&mut self, path: Names) {
        if !path.is_empty() {
            self.module().paths.push(path);
        }
    }
}

/// Whether only tests compile what has these attributes.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|name| name == "test")
    })
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[syn::Attribute] = match item {
            syn::Item::Const(item) => &item.attrs,
            syn::Item::Enum(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Macro(item) => &item.attrs,
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Static(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Trait(item) => &item.attrs,
            syn::Item::Type(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => &[],
        };
        match item {
            syn::Item::Mod(child) if is_test(attributes) => {
                self.module().of_tests.push(child.ident.to_string());
            }
            _ if is_test(attributes) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_item_mod(&mut self, child: &'ast syn::ItemMod) {
        if child.content.is_some() {
            self.names.push(child.ident.to_string());
            self.module();
            visit::visit_item_mod(self, child);
            self.names.pop();
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.note(
            path.segments
                .iter()
                .map(|part| part.ident.to_string())
                .collect(),
        );
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.read_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}
