//! The Python package: built and installed in an environment of its own under `target`, then tested by pytest.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a command that has to succeed; what it prints is shown.
fn run(what: &str, command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{what}: {command:?}: {error}"));
    print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{what}: {command:?} ended with {}", output.status);
}

#[test]
fn the_package_passes_its_tests() {
    let top = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python");
    let environment = target.join("venv");
    if !environment.join("bin/python").exists() {
        let make =
            "an environment for the Python tests needs Python 3.11 or later with venv (apt-get install python3-venv)";
        run(make, Command::new("python3").args(["-m", "venv"]).arg(&environment));
    }
    let python = environment.join("bin/python");
    let install = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ".[test]"])
        .current_dir(top)
        .env("CARGO_TARGET_DIR", target.join("build"))
        // built soon rather than fast
        .envs([("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")])
        .output()
        .expect("pip is there");
    assert!(install.status.success(), "pip: {}", String::from_utf8_lossy(&install.stderr));
    // -I: the installed package, not the folder of the same name
    run("the Python tests", Command::new(&python).args(["-I", "-m", "pytest", "-rs"]).current_dir(top));
}
