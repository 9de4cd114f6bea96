package io.quorate.localcloud;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;

/**
 * A cloud that a contract suite starts and stops.
 *
 * @param at where it answers
 * @param running what to close in the end
 */
record ClosableCloud(AwsEndpoint at, Closeable running) implements AwsEndpoint, Closeable {
  static <T extends AwsEndpoint & Closeable> ClosableCloud of(T cloud) {
    return new ClosableCloud(cloud, cloud);
  }

  @Override
  public URI endpoint() {
    return at.endpoint();
  }

  @Override
  public String region() {
    return at.region();
  }

  @Override
  public void close() throws IOException {
    running.close();
  }
}
