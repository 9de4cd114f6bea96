package io.quorate.localcloud.wire;

import java.io.IOException;

/** One AWS service behind the gateway: a request in, a reply out, whatever its wire protocol. */
@FunctionalInterface
public interface ServiceEndpoint {
  /** Answers one request; an {@link IOException} becomes a 500 that the caller may retry. */
  HttpReply handle(HttpCall call) throws IOException;
}
