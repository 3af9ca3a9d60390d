//! No test is passed over in silence.

use crate::source::files;
use std::fs;
use std::path::Path;

/// With `test = false` cargo leaves out the tests in the files of a target, and says nothing about it.
#[test]
fn the_tests_of_every_target_are_run() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let leaves_out = |line: &str| line.trim() == "test = false";
    assert!(!manifest.lines().any(leaves_out));
}

/// The compiler leaves out a file that no other one names, and says nothing about it.
#[test]
fn every_file_is_a_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (source, tests) = (root.join("src"), root.join("tests"));
    let all = [files(&source), files(&tests)].concat();
    let mut count = 0;
    for (path, _) in &all {
        let is_folder = path.ends_with("mod.rs");
        let module = if is_folder {
            path.parent().unwrap()
        } else {
            path
        };
        let (folder, name) = (module.parent().unwrap(), module.file_stem().unwrap());
        let name = name.display().to_string();
        let is_target = ["main", "lib"].contains(&&*name) || folder == tests && !is_folder;
        if is_target {
            continue;
        }
        let declaration = format!("mod {name};");
        let declares = |line: &str| {
            let visibility = line.trim().strip_suffix(&declaration);
            visibility.is_some_and(|before| before.is_empty() || before.starts_with("pub"))
        };
        let roots = ["mod.rs", "main.rs", "lib.rs"].map(|root| folder.join(root));
        let above =
            |file: &Path| file == folder.with_extension("rs") || roots.contains(&file.into());
        // Tests of several targets share the folders beside them.
        let shared = format!("#[path = \"../{name}/mod.rs\"]");
        let is_named = all.iter().any(|(file, text)| match folder == tests {
            true => text.contains(&shared),
            false => above(file) && text.lines().any(declares),
        });
        assert!(is_named, "{}", path.display());
        count += 1;
    }
    assert!(count > 300, "{count}");
}

#[test]
fn no_test_is_left_out_by_a_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "tests"] {
        for (path, text) in files(&root.join(folder)) {
            let is_left_out = |line: &str| {
                let line = line.trim_start();
                line.starts_with("#[ignore")
                    || line.starts_with("#[cfg_attr(") && line.contains("ignore")
            };
            assert!(!text.lines().any(is_left_out), "{}", path.display());
        }
    }
}
