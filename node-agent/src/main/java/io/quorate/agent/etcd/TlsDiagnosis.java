package io.quorate.agent.etcd;

import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;

/** Why TLS keeps the agent and etcd apart, in words that say what to do. */
final class TlsDiagnosis {
  private static final int CAUSES_MAX = 20;

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
   * where it serves TLS and, in TLS 1.3, a certificate that it does not trust.
   */
  static String hint(String endpoint, String message, Optional<TlsFiles> files) {
    boolean closed =
        message.contains("Network closed")
            || message.contains("Unexpected end of file")
            || message.contains("Error writing to server")
            || message.contains("Broken pipe")
            || message.contains("Connection reset")
            || message.contains("closed");
    if (!closed) {
      return "";
    }
    return isHttps(endpoint)
        ? ". " + expected(files)
        : ". If it serves TLS, call it by an https URL and configure TLS files for this agent";
  }

  private static String expected(Optional<TlsFiles> files) {
    return "Expected its certificate to be for this address, in date and signed by "
        + files.map(f -> f.trustedCa().toString()).orElse("a known CA")
        + ", and "
        + files.map(f -> f.certificate().toString()).orElse("the agent's certificate")
        + " to be in date and signed by etcd's --trusted-ca-file";
  }
}
