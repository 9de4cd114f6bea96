package io.quorate.state;

/**
 * Where a node's etcd is reached.
 *
 * @param peerUrl for other members, such as {@code http://10.0.1.7:2380}
 * @param clientUrl for clients, such as {@code http://10.0.1.7:2379}
 */
public record Endpoints(String peerUrl, String clientUrl) {}
