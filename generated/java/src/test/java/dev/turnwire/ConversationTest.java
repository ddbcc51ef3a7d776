package dev.turnwire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.util.JsonFormat;
import dev.turnwire.v1.ContentBlock;
import dev.turnwire.v1.History;
import dev.turnwire.v1.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The package reads the conversation that all languages share, and writes its bytes again. */
class ConversationTest {
  private static final Path CONVERSATION = Path.of("../../tests/generation/conversation.binpb");

  @Test
  void textsAreRead() throws IOException {
    byte[] data = Files.readAllBytes(CONVERSATION);
    List<String> lines = new ArrayList<>();

    History history = History.parseFrom(data);
    for (Message message : history.getHistoryList()) {
      for (ContentBlock block : message.getContentList()) {
        if (block.hasText()) {
          lines.add(message.getRole() + " " + block.getText().getText());
        }
      }
    }

    assertEquals(
        List.of(
            "ROLE_SYSTEM Answer in one line.",
            "ROLE_USER Wie ist das Wetter in Köln? 天気 🌧",
            "ROLE_ASSISTANT Rain."),
        lines);
  }

  @Test
  void theBytesWrittenAreTheBytesRead() throws IOException {
    byte[] data = Files.readAllBytes(CONVERSATION);
    assertArrayEquals(data, bytes(History.parseFrom(data)));
  }

  @Test
  void protoJsonComesBack() throws IOException {
    byte[] data = Files.readAllBytes(CONVERSATION);

    String json = JsonFormat.printer().print(History.parseFrom(data));
    History.Builder again = History.newBuilder();
    JsonFormat.parser().merge(json, again);

    assertArrayEquals(data, bytes(again.build()));
  }

  @Test
  void fieldsFromTheFutureAreKept() throws IOException {
    byte[] known = Files.readAllBytes(CONVERSATION);
    byte[] data = Arrays.copyOf(known, known.length + 4);
    byte[] field16383IsFive = {(byte) 0xf8, (byte) 0xff, 0x07, 5};
    System.arraycopy(field16383IsFive, 0, data, known.length, 4);
    assertArrayEquals(data, bytes(History.parseFrom(data)));
  }

  /** With the maps in the order of their keys. */
  private static byte[] bytes(History history) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    CodedOutputStream stream = CodedOutputStream.newInstance(written);
    stream.useDeterministicSerialization();
    history.writeTo(stream);
    stream.flush();
    return written.toByteArray();
  }
}
