// The package reads the conversation that all languages share, and writes its bytes again.
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

#include "turnwire/v1/history.pb.h"

namespace {

int failures = 0;

void Expect(bool holds, const std::string& what) {
  if (holds) return;
  std::cerr << "FAILED: " << what << "\n";
  ++failures;
}

std::string Read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// With the maps in the order of their keys.
std::string Bytes(const google::protobuf::Message& message) {
  std::string written;
  {
    google::protobuf::io::StringOutputStream stream(&written);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializeToCodedStream(&coded);
  }
  return written;
}

void TextsAreRead(const std::string& data, std::ostream& out) {
  turnwire::v1::History history;
  Expect(history.ParseFromString(data), "the conversation is read");
  for (const auto& message : history.history()) {
    for (const auto& block : message.content()) {
      if (block.has_text()) {
        out << turnwire::v1::Role_Name(message.role()) << " " << block.text().text() << "\n";
      }
    }
  }
}

void TheBytesWrittenAreTheBytesRead(const std::string& data, const std::string& what) {
  turnwire::v1::History history;
  Expect(history.ParseFromString(data), what + " is read");
  Expect(data == Bytes(history), what + " is written as it was read");
}

void ProtoJsonComesBack(const std::string& data) {
  turnwire::v1::History history;
  Expect(history.ParseFromString(data), "the conversation is read");

  std::string json;
  turnwire::v1::History again;
  Expect(google::protobuf::util::MessageToJsonString(history, &json).ok(), "ProtoJSON is written");
  Expect(google::protobuf::util::JsonStringToMessage(json, &again).ok(), "ProtoJSON is read");

  Expect(data == Bytes(again), "ProtoJSON comes back");
}

}  // namespace

int main(int, char** arguments) {
  const std::string data = Read(arguments[1]);
  std::ostringstream lines;
  TextsAreRead(data, lines);
  Expect(lines.str() ==
             "ROLE_SYSTEM Answer in one line.\n"
             "ROLE_USER Wie ist das Wetter in Köln? 天気 🌧\n"
             "ROLE_ASSISTANT Rain.\n",
         "the texts are those of the conversation:\n" + lines.str());
  TheBytesWrittenAreTheBytesRead(data, "the conversation");
  TheBytesWrittenAreTheBytesRead(data + "\xf8\xff\x07\x05", "a field from the future");  // field 16383, the number 5
  ProtoJsonComesBack(data);
  return failures == 0 ? 0 : 1;
}
