package io.quorate.etcdmodel.differential;

import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** Names and addresses of the places of one run; the same for the model and for real etcd. */
record Place(String network, int number) {
  static final int COUNT = 5;
  static final long HEARTBEAT_MILLIS = 100;
  static final long ELECTION_MILLIS = 1_000;

  String name() {
    return "s" + number;
  }

  String address() {
    return network + "." + (number + 1);
  }

  /** Where peers reach it: a relay, which can refuse them. */
  String peerUrl() {
    return "http://" + address() + ":2390";
  }

  /** Where its etcd listens for what the relay passes on. */
  String listenUrl() {
    return "http://" + address() + ":2380";
  }

  String clientUrl() {
    return "http://" + address() + ":2379";
  }

  static SortedMap<String, String> cluster(String network, Collection<Integer> places) {
    SortedMap<String, String> cluster = new TreeMap<>();
    for (int number : places) {
      Place place = new Place(network, number);
      cluster.put(place.name(), place.peerUrl());
    }
    return cluster;
  }

  /** The place at a peer URL. */
  static int of(String peerUrl) {
    String address = peerUrl.replace("http://", "").replaceAll(":.*", "");
    return Integer.parseInt(address.substring(address.lastIndexOf('.') + 1)) - 1;
  }
}
