//! Converts a document, or a stream while it comes, by a `turnwire serve` with TLS and tokens.
//!
//! `turnwire-client convert|stream ADDRESS CA TOKEN SOURCE TARGET`, from standard input to standard output.

use std::io::Write;

use tokio::io::AsyncReadExt;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Certificate, Channel, ClientTlsConfig};
use tonic::{Request, Status};
use turnwire::convert_request::Source;
use turnwire::convert_stream_request::Part;
use turnwire::convert_stream_response::Part as Got;
use turnwire::converter_service_client::ConverterServiceClient;
use turnwire::{ConvertRequest, ConvertStreamRequest, StreamConversion, WireDocument};

// What build.rs has made of the proto files.
mod turnwire {
    tonic::include_proto!("turnwire.v1");
}

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Adds the token to each call.
fn with_token(token: &str) -> Fallible<impl Fn(Request<()>) -> Result<Request<()>, Status> + Clone> {
    let bearer: MetadataValue<Ascii> = format!("Bearer {token}").parse()?;
    Ok(move |mut request: Request<()>| {
        request.metadata_mut().insert("authorization", bearer.clone());
        Ok(request)
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, address, ca, token, source, target] = arguments.as_slice() else {
        return Err("give convert or stream, and ADDRESS CA TOKEN SOURCE TARGET".into());
    };
    let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(std::fs::read(ca)?));
    let channel = Channel::from_shared(format!("https://{address}"))?.tls_config(tls)?.connect().await?;
    let mut client = ConverterServiceClient::with_interceptor(channel, with_token(token)?);
    let mut input = tokio::io::stdin();
    let mut output = std::io::stdout();

    if what == "convert" {
        let mut data = Vec::new();
        input.read_to_end(&mut data).await?;
        let wire = WireDocument { data, dialect: source.clone(), ..Default::default() };
        let request = ConvertRequest { source: Some(Source::Wire(wire)), target: target.clone(), ..Default::default() };
        let reply = client.convert(request).await?.into_inner();
        output.write_all(&reply.data)?;
        eprintln!("{} losses", reply.losses.len());
        return Ok(());
    }

    let begin = StreamConversion { source: source.clone(), target: target.clone(), ..Default::default() };
    let (pieces, requests) = tokio::sync::mpsc::channel(4);
    pieces.send(ConvertStreamRequest { part: Some(Part::Begin(begin)) }).await?;
    tokio::spawn(async move {
        let mut piece = vec![0; 8192];
        while let Ok(count @ 1..) = input.read(&mut piece).await {
            let part = Some(Part::Data(piece[..count].to_vec()));
            if pieces.send(ConvertStreamRequest { part }).await.is_err() {
                break; // the server has ended the stream
            }
        }
    });
    let requests = tokio_stream::wrappers::ReceiverStream::new(requests);
    let mut replies = client.convert_stream(requests).await?.into_inner();
    while let Some(reply) = replies.message().await? {
        match reply.part {
            Some(Got::Data(data)) => {
                output.write_all(&data)?;
                output.flush()?; // each piece goes on when it comes
            }
            Some(Got::Ended(ended)) => eprintln!("{} losses", ended.losses.len()),
            _ => {}
        }
    }
    Ok(())
}
