//! Finds the two strong bots, which gin-rummy-engine keeps beside its examples and not in its library:
//! writes a module that includes them from where Cargo unpacked the crate.

use std::process::Command;
use std::{env, fs, path::PathBuf};

fn main() {
    let output = Command::new(env::var_os("CARGO").expect("Cargo sets CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        .output()
        .expect("cargo metadata runs");
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON: run cargo fetch --locked first");
    let engine = metadata["packages"]
        .as_array()
        .expect("the metadata list packages")
        .iter()
        .find(|package| package["name"] == "gin-rummy-engine")
        .expect("gin-rummy-engine is a dependency");
    let strong = PathBuf::from(engine["manifest_path"].as_str().expect("a path"))
        .with_file_name("examples/support/strong/mod.rs");
    let module = format!("#[allow(dead_code)]\n#[path = {strong:?}]\npub mod strong;\n");
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR")).join("strong.rs");
    fs::write(to, module).expect("the build folder can be written");
    println!("cargo::rerun-if-changed=Cargo.lock");
}
