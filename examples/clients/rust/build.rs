// Makes the client of the proto files; TURNWIRE_PROTO is their folder, such as that of `turnwire bindings rust`.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-env-changed=TURNWIRE_PROTO");
    let proto = std::env::var("TURNWIRE_PROTO").unwrap_or_else(|_| "../../../proto".into());
    let service = format!("{proto}/turnwire/v1/service.proto");
    tonic_prost_build::configure().build_server(false).compile_protos(&[service], &[proto])?;
    Ok(())
}
