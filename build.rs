//! Has the migrations embedded anew when one is added or changed: the compiler sees only those that it knows.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
