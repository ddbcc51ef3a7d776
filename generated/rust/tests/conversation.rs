//! The crate reads the conversation that all languages share, and writes its bytes again.

use buffa::Message;
use turnwire::v1::{content_block::Block, History};

fn conversation() -> Vec<u8> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/generation/conversation.binpb"
    );
    std::fs::read(path).unwrap()
}

#[test]
fn texts_are_read() {
    let history = History::decode_from_slice(&conversation()).unwrap();
    let texts: Vec<_> = history
        .history
        .iter()
        .flat_map(|message| &message.content)
        .filter_map(|block| match &block.block {
            Some(Block::Text(text)) => Some(text.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(
        vec![
            "Answer in one line.",
            "Wie ist das Wetter in Köln? 天気 🌧",
            "Rain."
        ],
        texts
    );
}

#[test]
fn the_bytes_written_are_the_bytes_read() {
    let data = conversation();
    let history = History::decode_from_slice(&data).unwrap();
    assert_eq!(data, history.encode_to_vec());
}

#[test]
fn protojson_comes_back() {
    let data = conversation();
    let text = serde_json::to_string(&History::decode_from_slice(&data).unwrap()).unwrap();
    let again: History = serde_json::from_str(&text).unwrap();
    assert_eq!(data, again.encode_to_vec());
}

#[test]
fn a_map_is_written_in_the_order_of_its_keys() {
    let mut history = History::default();
    for key in ["b", "c", "a"] {
        history.provider_raw_json.insert(key.into(), "{}".into());
    }
    let expected = b":\x07\n\x01a\x12\x02{}:\x07\n\x01b\x12\x02{}:\x07\n\x01c\x12\x02{}";
    assert_eq!(expected.to_vec(), history.encode_to_vec());
}

#[test]
fn fields_from_the_future_are_kept() {
    let mut data = conversation();
    data.extend_from_slice(b"\xf8\xff\x07\x05"); // field 16383, the number 5
    let history = History::decode_from_slice(&data).unwrap();
    assert_eq!(data, history.encode_to_vec());
}
