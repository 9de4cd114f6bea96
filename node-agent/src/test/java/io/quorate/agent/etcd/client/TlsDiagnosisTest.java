package io.quorate.agent.etcd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** etcd turns a certificate away by closing the connection, at whatever moment that shows. */
class TlsDiagnosisTest {
  private static final String ENDPOINT = "https://10.0.0.1:2379";
  private static final TlsFiles FILES =
      new TlsFiles(Path.of("ca.pem"), Path.of("own.pem"), Path.of("own.key"));

  static Stream<IOException> closed() {
    return Stream.of(
        new IOException("Error writing to server"),
        new IOException("failed", new SocketException("Broken pipe")),
        new IOException("failed", new IOException("failed", new SSLException("fatal alert"))),
        new SocketException("Connection reset"),
        new SocketException("Unexpected end of file from server"),
        new SocketException("Software caused connection abort"),
        new ClosedChannelException(),
        new EOFException());
  }

  static Stream<IOException> notReached() {
    return Stream.of(
        new ConnectException("Connection refused"),
        new NoRouteToHostException("No route to host"),
        new SocketTimeoutException("Read timed out"),
        new IOException("Server returned HTTP response code: 503"));
  }

  @ParameterizedTest
  @MethodSource("closed")
  void aClosedConnectionSaysWhichCertificatesToLookAt(IOException failure) {
    assertThat(TlsDiagnosis.hint(ENDPOINT, "", failure, Optional.of(FILES)))
        .contains("own.pem to be in date and signed by", "signed by ca.pem");
    assertThat(TlsDiagnosis.hint("http://10.0.0.1:2379", "", failure, Optional.empty()))
        .contains("If it serves TLS", "https URL");
  }

  @ParameterizedTest
  @MethodSource("notReached")
  void anyOtherFailureSaysNothingOfCertificates(IOException failure) {
    assertThat(TlsDiagnosis.hint(ENDPOINT, "", failure, Optional.of(FILES))).isEmpty();
  }
}
