//! What the program prints: every example of the README, every verb, and the messages for wrong questions.

/// Runs the commands of these documents and compares what they print, from the top folder of the project.
fn check(documents: &str) {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the project's folder is there");
    trycmd::TestCases::new().register_bin("bezzel", trycmd::cargo::cargo_bin!("bezzel")).case(documents);
}

#[test]
fn readme() {
    check("README.md");
}

#[test]
fn documents() {
    check("docs/*.md");
}

#[test]
fn verbs_and_messages() {
    check("crates/bezzel-cli/tests/cmd/*.md");
}
