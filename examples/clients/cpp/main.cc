// Converts a document, or a stream while it comes, by a `turnwire serve` with TLS and tokens.
//
// turnwire-client convert|stream ADDRESS CA TOKEN SOURCE TARGET, from standard input to standard output.

#include <unistd.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include <grpcpp/grpcpp.h>

#include "turnwire/v1/service.grpc.pb.h"

namespace {

using turnwire::v1::ConverterService;

std::string AllOf(std::istream& stream) { return std::string(std::istreambuf_iterator<char>(stream), {}); }

grpc::Status Convert(ConverterService::Stub& stub, grpc::ClientContext& context, const std::string& source,
                     const std::string& target) {
  turnwire::v1::ConvertRequest request;
  request.mutable_wire()->set_data(AllOf(std::cin));
  request.mutable_wire()->set_dialect(source);
  request.set_target(target);
  turnwire::v1::ConvertResponse reply;
  const grpc::Status status = stub.Convert(&context, request, &reply);
  if (status.ok()) {
    std::cout << reply.data() << std::flush;
    std::cerr << reply.losses_size() << " losses\n";
  }
  return status;
}

grpc::Status Stream(ConverterService::Stub& stub, grpc::ClientContext& context, const std::string& source,
                    const std::string& target) {
  const auto stream = stub.ConvertStream(&context);
  std::thread sender([&] {
    turnwire::v1::ConvertStreamRequest request;
    request.mutable_begin()->set_source(source);
    request.mutable_begin()->set_target(target);
    bool goes_on = stream->Write(request);
    char piece[8192];
    ssize_t count = 0;
    while (goes_on && (count = read(STDIN_FILENO, piece, sizeof piece)) > 0) {
      request.set_data(piece, static_cast<size_t>(count));
      goes_on = stream->Write(request);  // false: the server has ended the stream
    }
    stream->WritesDone();
  });
  turnwire::v1::ConvertStreamResponse reply;
  while (stream->Read(&reply)) {
    if (reply.has_ended()) {
      std::cerr << reply.ended().losses_size() << " losses\n";
    } else {
      std::cout << reply.data() << std::flush;  // each piece goes on when it comes
    }
  }
  sender.join();
  return stream->Finish();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 7) {
    std::cerr << "give convert or stream, and ADDRESS CA TOKEN SOURCE TARGET\n";
    return 2;
  }
  std::ifstream ca(arguments[3]);
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = AllOf(ca);
  const auto channel = grpc::CreateChannel(arguments[2], grpc::SslCredentials(options));
  const auto stub = ConverterService::NewStub(channel);
  grpc::ClientContext context;
  context.AddMetadata("authorization", std::string("Bearer ") + arguments[4]);
  const auto call = std::string(arguments[1]) == "convert" ? Convert : Stream;
  const grpc::Status status = call(*stub, context, arguments[5], arguments[6]);
  if (!status.ok()) {
    std::cerr << status.error_code() << ": " << status.error_message() << "\n";
    return 1;
  }
  return 0;
}
