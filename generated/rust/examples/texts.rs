//! Prints who says what in a conversation: `cargo run --example texts conversation.binpb`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = std::fs::read(std::env::args().nth(1).ok_or("which file?")?)?;

    use buffa::Message;
    use turnwire::v1::{content_block::Block, History};

    let history = History::decode_from_slice(&data)?;
    for message in &history.history {
        for block in &message.content {
            if let Some(Block::Text(text)) = &block.block {
                println!("{:?} {}", message.role, text.text);
            }
        }
    }
    println!("{}", serde_json::to_string(&history)?); // ProtoJSON
    Ok(())
}
