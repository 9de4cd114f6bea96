package io.quorate.agent.etcd.client;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Why TLS keeps the agent and etcd apart, in words that say what to do. */
final class TlsDiagnosis {
  private static final int CAUSES_MAX = 20;

  /** The words of gRPC and of the JDK's client, in lower case, where their types do not tell. */
  private static final List<String> CLOSED =
      List.of(
          "closed",
          "unexpected end of file",
          "error writing to server",
          "broken pipe",
          "connection reset");

  private TlsDiagnosis() {}

  /** Whether the endpoint is to be called over TLS. */
  static boolean isHttps(String endpoint) {
    return endpoint.startsWith("https:");
  }

  /** An endpoint that wants TLS where there are no files. */
  static Optional<String> before(String endpoint, Optional<TlsFiles> files) {
    return isHttps(endpoint) && files.isEmpty()
        ? Optional.of(
            endpoint + ": https, but this agent has no TLS files: configure them, or use http")
        : Optional.empty();
  }

  /** A handshake that failed, so that etcd took nothing; empty for every other failure. */
  static Optional<String> handshake(String endpoint, Throwable failure, Optional<TlsFiles> files) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      if (cause instanceof SSLHandshakeException) {
        return Optional.of(
            endpoint + ": no TLS with it: " + cause.getMessage() + ". " + expected(files));
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /**
   * What to look for when a connection was just closed: that is how etcd turns away plain http
   * where it serves TLS and, in TLS 1.3, a certificate that it does not trust. Which exception that
   * becomes depends on whether the agent was still writing its request, or reading already.
   *
   * @param text the failure in the client's own words, beside those of its exceptions
   */
  static String hint(
      String endpoint, String text, @Nullable Throwable failure, Optional<TlsFiles> files) {
    if (!saysClosed(text) && !closed(failure)) {
      return "";
    }
    return isHttps(endpoint)
        ? ". " + expected(files)
        : ". If it serves TLS, call it by an https URL and configure TLS files for this agent";
  }

  private static boolean closed(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      boolean reached =
          !(cause instanceof ConnectException || cause instanceof NoRouteToHostException);
      if (cause instanceof SSLException
          || cause instanceof EOFException
          || cause instanceof ClosedChannelException
          || (cause instanceof SocketException && reached)
          || saysClosed(String.valueOf(cause.getMessage()))) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static boolean saysClosed(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return CLOSED.stream().anyMatch(lower::contains);
  }

  private static String expected(Optional<TlsFiles> files) {
    return "Expected its certificate to be for this address, in date and signed by "
        + files.map(f -> f.trustedCa().toString()).orElse("a known CA")
        + ", and "
        + files.map(f -> f.certificate().toString()).orElse("the agent's certificate")
        + " to be in date and signed by etcd's --trusted-ca-file";
  }
}
