//! Lists the messages of the crate: it has no table of them by their names.

use std::{env, fs, path::Path};

fn main() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../generated/rust/src/generated");
    println!("cargo:rerun-if-changed={}", sources.display());
    let mut arms = String::new();
    for entry in fs::read_dir(&sources).unwrap() {
        for line in fs::read_to_string(entry.unwrap().path()).unwrap().lines() {
            // The full name of each message, once: `const FULL_NAME: &'static str = "turnwire.v1.History";`
            let Some(rest) = line.trim().strip_prefix("const FULL_NAME: &'static str = \"") else { continue };
            let name = rest.trim_end_matches("\";");
            let path = name.replace('.', "::");
            arms += &format!("{name:?} => answer_as::<{path}>(source, target, data),\n");
        }
    }
    assert!(arms.lines().count() > 50, "the messages are not found");
    let code = format!(
        "fn answer_named(name: &str, source: &str, target: &str, data: &[u8]) -> String {{\n\
         match name {{\n{arms}_ => \"skipped\".into(),\n}}\n}}\n"
    );
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("messages.rs"), code).unwrap();
}
