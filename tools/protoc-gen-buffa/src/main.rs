//! Stands in for the published protoc-gen-buffa where turnwire's own crate is generated.
//!
//! That one has no option for the type of a map, and its default, a hash map, writes the same message in another
//! order of bytes each time.  "`BTreeMap`: deterministic key order (so encoded bytes are stable across runs)"
//! (buffa-codegen 0.9.2, `MapRepr`).

use std::io::{self, Read, Write};

use buffa::Message;
use buffa_codegen::generated::compiler::code_generator_response::File;
use buffa_codegen::generated::compiler::CodeGeneratorResponse;
use buffa_codegen::{CodeGenConfig, MapRepr};

const PROTO3_OPTIONAL: u64 = 1;

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut response = answer(&input).unwrap_or_else(|error| CodeGeneratorResponse {
        error: Some(error),
        ..Default::default()
    });
    response.supported_features = Some(PROTO3_OPTIONAL);
    io::stdout().write_all(&response.encode_to_vec())
}

fn answer(input: &[u8]) -> Result<CodeGeneratorResponse, String> {
    let request = buffa_codegen::decode_request(input)?;
    let config = config(request.parameter.as_deref().unwrap_or(""))?;
    let made = buffa_codegen::generate(&request.proto_file, &request.file_to_generate, &config)
        .map_err(|error| error.to_string())?;
    let file = made
        .into_iter()
        .map(|each| File {
            name: Some(each.name),
            content: Some(each.content),
            ..Default::default()
        })
        .collect();
    Ok(CodeGeneratorResponse {
        file,
        ..Default::default()
    })
}

/// The options of bindings/rust/buf.gen.yaml, with the same meaning; any other is refused.
fn config(parameter: &str) -> Result<CodeGenConfig, String> {
    let mut config = CodeGenConfig::default();
    config.map_fields = vec![(".".to_string(), MapRepr::BTreeMap)];
    for option in parameter.split(',').filter(|each| !each.is_empty()) {
        match option {
            "file_per_package=true" => config.file_per_package = true,
            "json=true" => config.generate_json = true,
            "views=false" => config.generate_views = false,
            _ => return Err(format!("tools/protoc-gen-buffa does not know the option {option}")),
        }
    }
    Ok(config)
}
