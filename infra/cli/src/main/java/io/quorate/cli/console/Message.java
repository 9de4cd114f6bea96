package io.quorate.cli.console;

import io.quorate.codec.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One server-sent event; JSON on one line, so that no value can end it. */
record Message(String event, String data) {
  static final Message PING = new Message("ping", "{}");

  static Message whole(Map<String, Object> tree) {
    return new Message("whole", JsonTree.write(tree));
  }

  static Message change(Map<String, Object> tree) {
    return new Message("change", JsonTree.write(tree));
  }

  static Message problem(String what) {
    return new Message("problem", JsonTree.write(Map.of("problem", what)));
  }

  byte[] bytes() {
    return ("event: " + event + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
  }
}
