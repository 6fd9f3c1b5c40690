//! An extension module finds Python's functions when it is loaded; on macOS the linker must be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
