import com.google.protobuf.ByteString;
import io.grpc.CallCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import turnwire.v1.ConverterServiceGrpc;
import turnwire.v1.Service.ConvertRequest;
import turnwire.v1.Service.ConvertResponse;
import turnwire.v1.Service.ConvertStreamRequest;
import turnwire.v1.Service.ConvertStreamResponse;
import turnwire.v1.Service.StreamConversion;
import turnwire.v1.Service.WireDocument;

/**
 * Converts a document, or a stream while it comes, by a `turnwire serve` with TLS and tokens.
 *
 * <p>Main convert|stream ADDRESS CA TOKEN SOURCE TARGET, from standard input to standard output.
 */
public final class Main {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 6) {
      System.err.println("give convert or stream, and ADDRESS CA TOKEN SOURCE TARGET");
      System.exit(2);
    }
    var trusted = TlsChannelCredentials.newBuilder().trustManager(new File(arguments[2])).build();
    ManagedChannel channel = NettyChannelBuilder.forTarget(arguments[1], trusted).build();
    try {
      if (arguments[0].equals("convert")) {
        convert(channel, new Token(arguments[3]), arguments[4], arguments[5]);
      } else {
        stream(channel, new Token(arguments[3]), arguments[4], arguments[5]);
      }
    } finally {
      channel.shutdownNow();
    }
  }

  private static void convert(ManagedChannel channel, Token token, String source, String target) throws IOException {
    WireDocument wire = WireDocument.newBuilder().setData(ByteString.readFrom(System.in)).setDialect(source).build();
    ConvertResponse reply =
        ConverterServiceGrpc.newBlockingStub(channel)
            .withCallCredentials(token)
            .convert(ConvertRequest.newBuilder().setWire(wire).setTarget(target).build());
    reply.getData().writeTo(System.out);
    System.out.flush();
    System.err.println(reply.getLossesCount() + " losses");
  }

  private static void stream(ManagedChannel channel, Token token, String source, String target) throws Exception {
    CompletableFuture<Void> end = new CompletableFuture<>();
    StreamObserver<ConvertStreamRequest> requests =
        ConverterServiceGrpc.newStub(channel).withCallCredentials(token).convertStream(new Written(end));
    StreamConversion begin = StreamConversion.newBuilder().setSource(source).setTarget(target).build();
    requests.onNext(ConvertStreamRequest.newBuilder().setBegin(begin).build());
    byte[] piece = new byte[8192];
    // Until the provider ends, or the server has ended the stream.
    for (int count; !end.isDone() && (count = System.in.read(piece)) > 0; ) {
      requests.onNext(ConvertStreamRequest.newBuilder().setData(ByteString.copyFrom(piece, 0, count)).build());
    }
    if (!end.isDone()) {
      requests.onCompleted();
    }
    end.get();
  }

  /** Writes each piece when it comes. */
  private static final class Written implements StreamObserver<ConvertStreamResponse> {
    private final CompletableFuture<Void> end;

    Written(CompletableFuture<Void> end) {
      this.end = end;
    }

    @Override
    public void onNext(ConvertStreamResponse reply) {
      if (reply.hasEnded()) {
        System.err.println(reply.getEnded().getLossesCount() + " losses");
        return;
      }
      try {
        reply.getData().writeTo(System.out);
        System.out.flush();
      } catch (IOException error) {
        end.completeExceptionally(error);
      }
    }

    @Override
    public void onError(Throwable error) {
      end.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
      end.complete(null);
    }
  }

  /** Adds the token to each call. */
  private static final class Token extends CallCredentials {
    private final String token;

    Token(String token) {
      this.token = token;
    }

    @Override
    public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
      Metadata headers = new Metadata();
      headers.put(AUTHORIZATION, "Bearer " + token);
      applier.apply(headers);
    }
  }
}
