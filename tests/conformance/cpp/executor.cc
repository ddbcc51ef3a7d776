// The executor of libprotobuf for C++. tests/conformance/python/serve.py says how.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <string>

namespace pb = google::protobuf;

std::string Hexed(const std::string& data) {
  static const char digits[] = "0123456789abcdef";
  if (data.empty()) return "-";
  std::string found;
  for (unsigned char byte : data) {
    found += digits[byte >> 4];
    found += digits[byte & 15];
  }
  return found;
}

std::string Unhexed(const std::string& text) {
  std::string found;
  if (text == "-") return found;
  for (size_t at = 0; at + 1 < text.size(); at += 2) {
    found += static_cast<char>(std::stoi(text.substr(at, 2), nullptr, 16));
  }
  return found;
}

// An empty reason means that all is well.
std::string Parse(const std::string& format, const std::string& data, pb::Message* message) {
  if (format == "binary") return message->ParseFromString(data) ? "" : "the bytes are not parsed";
  pb::util::Status status = pb::util::JsonStringToMessage(data, message);
  return status.ok() ? "" : status.ToString();
}

std::string Serialize(const std::string& format, const pb::Message& message, std::string* written) {
  if (format == "proto_json") {
    pb::util::Status status = pb::util::MessageToJsonString(message, written);
    return status.ok() ? "" : status.ToString();
  }
  pb::io::StringOutputStream stream(written);
  pb::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  return message.SerializeToCodedStream(&coded) ? "" : "the message is not serialized";
}

std::string Answer(const std::string& line) {
  std::istringstream parts(line);
  std::string source, name, target, text;
  parts >> source >> name >> target >> text;
  for (const std::string& format : {source, target}) {
    if (format != "binary" && format != "proto_json") return "skipped";
  }
  const pb::Descriptor* descriptor = pb::DescriptorPool::generated_pool()->FindMessageTypeByName(name);
  if (descriptor == nullptr) return "skipped";
  std::unique_ptr<pb::Message> message(pb::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
  if (std::string reason = Parse(source, Unhexed(text), message.get()); !reason.empty()) {
    return "parse-error " + Hexed(reason);
  }
  std::string written;
  if (std::string reason = Serialize(target, *message, &written); !reason.empty()) {
    return "serialize-error " + Hexed(reason);
  }
  return "ok " + Hexed(written);
}

int main() {
  pb::LogSilencer silence;  // what is refused is said in the answers
  for (std::string line; std::getline(std::cin, line);) std::cout << Answer(line) << std::endl;
}
