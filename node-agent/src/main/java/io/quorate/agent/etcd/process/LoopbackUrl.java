package io.quorate.agent.etcd.process;

import java.net.URI;

/**
 * Where etcd listens for clients while it is closed to them: at its own port of 127.0.0.1, which
 * nobody reaches from another machine.
 *
 * <p>Where the node's own address is a loopback address, as in the local cloud, whose instances
 * share a machine, another address of that kind is as much the node's own.
 */
public final class LoopbackUrl {
  private static final String LOOPBACK = "127.";
  private static final int OTHER_HALF = 128;

  private LoopbackUrl() {}

  /** The URL on loopback in the place of this client URL. */
  public static String of(String clientUrl) {
    URI url = URI.create(clientUrl);
    return url.getScheme() + "://" + address(url.getHost()) + ":" + url.getPort();
  }

  private static String address(String own) {
    if (!own.startsWith(LOOPBACK)) {
      return "127.0.0.1";
    }
    String[] parts = own.split("\\.", -1);
    parts[1] = Integer.toString(Integer.parseInt(parts[1]) ^ OTHER_HALF);
    return String.join(".", parts);
  }
}
