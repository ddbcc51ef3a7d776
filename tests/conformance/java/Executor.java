import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The executor of the Java package. tests/conformance/python/serve.py says how. */
public final class Executor {
  private Executor() {}

  public static void main(String[] args) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      answers.println(answer(line.split(" ")));
    }
  }

  private static String answer(String[] request) {
    Message empty = messageNamed(request[1]);
    if (empty == null) {
      return "skipped";
    }
    Message message;
    try {
      message = parse(request[0], empty, unhexed(request[3]));
    } catch (Exception | StackOverflowError reason) {
      return "parse-error " + hexed(reason.toString().getBytes(StandardCharsets.UTF_8));
    }
    if (message == null) {
      return "skipped";
    }
    try {
      byte[] written = serialize(request[2], message);
      return written == null ? "skipped" : "ok " + hexed(written);
    } catch (Exception reason) {
      return "serialize-error " + hexed(reason.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** None where there is no such message.  The package of Java is that of the proto behind `dev`. */
  private static Message messageNamed(String name) {
    try {
      return (Message) Class.forName("dev." + name).getMethod("getDefaultInstance").invoke(null);
    } catch (ClassNotFoundException missing) {
      return null;
    } catch (ReflectiveOperationException missing) {
      throw new IllegalArgumentException(name, missing);
    }
  }

  private static Message parse(String format, Message empty, byte[] data) throws IOException {
    switch (format) {
      case "binary":
        return empty.getParserForType().parseFrom(data);
      case "proto_json":
        Message.Builder builder = empty.newBuilderForType();
        // Strict, where a String made of bytes would replace what is no UTF-8.
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
        JsonFormat.parser().merge(text, builder);
        return builder.build();
      default:
        return null;
    }
  }

  private static byte[] serialize(String format, Message message) throws IOException {
    switch (format) {
      case "binary":
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        CodedOutputStream stream = CodedOutputStream.newInstance(written);
        stream.useDeterministicSerialization();
        message.writeTo(stream);
        stream.flush();
        return written.toByteArray();
      case "proto_json":
        String text = JsonFormat.printer().omittingInsignificantWhitespace().print(message);
        return text.getBytes(StandardCharsets.UTF_8);
      default:
        return null;
    }
  }

  private static String hexed(byte[] data) {
    if (data.length == 0) {
      return "-";
    }
    StringBuilder found = new StringBuilder(2 * data.length);
    for (byte each : data) {
      found.append(Character.forDigit((each >> 4) & 15, 16)).append(Character.forDigit(each & 15, 16));
    }
    return found.toString();
  }

  private static byte[] unhexed(String text) {
    if (text.equals("-")) {
      return new byte[0];
    }
    byte[] found = new byte[text.length() / 2];
    for (int at = 0; at < found.length; at++) {
      found[at] = (byte) Integer.parseInt(text.substring(2 * at, 2 * at + 2), 16);
    }
    return found;
  }
}
