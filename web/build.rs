//! Gives the module a stack as deep as searches and nested texts need; by default WebAssembly has one mebibyte.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=33554432");
    }
}
