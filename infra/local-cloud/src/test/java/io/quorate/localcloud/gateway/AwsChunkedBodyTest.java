package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AwsChunkedBodyTest {
  @Test
  void chunksAreJoinedAndTrailersKept() throws IOException {
    AwsChunkedBody body =
        decode("3\r\nab\n\r\nA;chunk-signature=00\r\n0123456789\r\n0\r\nX-Amz-Sum:  q==\r\n\r\n");
    assertThat(new String(body.bytes(), ISO_8859_1)).isEqualTo("ab\n0123456789");
    assertThat(body.trailers()).containsOnlyKeys("x-amz-sum").containsValue("q==");
  }

  @Test
  void anEmptyBodyIsOneChunkOfNothing() throws IOException {
    assertThat(decode("0\r\n\r\n").bytes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5\r\nabc", "zz\r\nabc\r\n0\r\n\r\n", "", "3\r\nabcd\r\n0\r\n\r\n"})
  void aBodyThatIsCutShortOrMisframedIsRefused(String framed) {
    assertThatThrownBy(() -> decode(framed))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("aws-chunked");
  }

  private static AwsChunkedBody decode(String framed) throws IOException {
    return AwsChunkedBody.decode(framed.getBytes(ISO_8859_1));
  }
}
