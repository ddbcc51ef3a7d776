//! The executor of the Rust crate. `tests/conformance/python/serve.py` says how.

use std::io::{self, BufRead, Write};

use buffa::Message;
use serde::{de::DeserializeOwned, Serialize};

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

fn answer_as<M: Message + Serialize + DeserializeOwned>(source: &str, target: &str, data: &[u8]) -> String {
    let parsed = match source {
        "binary" => M::decode_from_slice(data).map_err(|error| error.to_string()),
        "proto_json" => serde_json::from_slice(data).map_err(|error| error.to_string()),
        _ => return "skipped".into(),
    };
    let message = match parsed {
        Ok(message) => message,
        Err(reason) => return format!("parse-error {}", hexed(reason.as_bytes())),
    };
    let written = match target {
        "binary" => message.try_encode_to_vec().map_err(|error| error.to_string()),
        "proto_json" => serde_json::to_vec(&message).map_err(|error| error.to_string()),
        _ => return "skipped".into(),
    };
    match written {
        Ok(bytes) => format!("ok {}", hexed(&bytes)),
        Err(reason) => format!("serialize-error {}", hexed(reason.as_bytes())),
    }
}

fn hexed(data: &[u8]) -> String {
    if data.is_empty() {
        return "-".into();
    }
    data.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhexed(text: &str) -> Vec<u8> {
    let digits = text.trim_end_matches('-');
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex")).collect()
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let parts: Vec<&str> = line.split(' ').collect();
        let answer = answer_named(parts[1], parts[0], parts[2], &unhexed(parts[3]));
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}
