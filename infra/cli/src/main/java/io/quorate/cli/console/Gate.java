package io.quorate.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets in whoever has the URL, on this machine.
 *
 * <ol>
 *   <li>The Host header names a loopback address: a page elsewhere whose name was made to point
 *       here (DNS rebinding) sends its own.
 *   <li>The path begins with the token.
 *   <li>The method reads.
 * </ol>
 */
final class Gate {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final int TOKEN_BYTES = 18;

  private final String token;

  private Gate(String token) {
    this.token = token;
  }

  /** With a token that nobody can guess. */
  static Gate random() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Gate(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** What the path of every request begins with. */
  String root() {
    return "/" + token + "/";
  }

  /** Why a request is refused. */
  record Refusal(int code, String why) {}

  Optional<Refusal> refusal(@Nullable String host, String method, String path) {
    if (host == null || !LOOPBACK.contains(name(host))) {
      return Optional.of(
          new Refusal(
              403, "the Host header names no loopback address: expected 127.0.0.1 or localhost"));
    }
    if (!begins(path)) {
      return Optional.of(
          new Refusal(
              403, "the token is missing or wrong: open the URL that quorate console has printed"));
    }
    if (!"GET".equals(method)) {
      return Optional.of(new Refusal(405, "the console only reads: expected GET"));
    }
    return Optional.empty();
  }

  private boolean begins(String path) {
    String root = root();
    String given = path.substring(0, Math.min(path.length(), root.length()));
    return MessageDigest.isEqual(given.getBytes(UTF_8), root.getBytes(UTF_8));
  }

  private static String name(String host) {
    int port = host.lastIndexOf(':');
    return port > host.lastIndexOf(']') ? host.substring(0, port) : host;
  }
}
