package io.quorate.spec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether etcd speaks TLS.
 *
 * @param mode who sees to the certificates
 * @param clients whether etcd asks clients for a certificate
 * @param sans further DNS names and IP addresses under which clients reach members
 * @param files where certificates of one's own lie; empty in every other mode
 */
public record TlsSettings(
    Mode mode, Clients clients, List<String> sans, Optional<TlsFilePaths> files) {
  /** Plain connections. */
  public static final TlsSettings OFF = new TlsSettings(Mode.OFF);

  /** Who sees to the certificates. */
  public enum Mode {
    /** Nobody: connections are plain. */
    OFF,
    /** The controller signs them, and renews them in time. */
    MANAGED,
    /** Whoever runs the nodes: certificates are taken from files. */
    FILES
  }

  /** Whether etcd asks clients for a certificate; it knows nothing between the two. */
  public enum Clients {
    /** It asks nobody. */
    OFF,
    /** A client without a certificate of the clients' authority is turned away. */
    REQUIRED
  }

  /** In this mode, with all else as it is by default. */
  public TlsSettings(Mode mode) {
    this(mode, Clients.OFF, List.of());
  }

  /** Without files of one's own. */
  public TlsSettings(Mode mode, Clients clients, List<String> sans) {
    this(mode, clients, sans, Optional.empty());
  }

  public TlsSettings {
    sans = List.copyOf(sans);
  }

  /** Whether the controller signs the nodes' certificates. */
  public boolean managed() {
    return mode == Mode.MANAGED;
  }

  /** The mode, as the spec says it. */
  public String word() {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  /** Whether there is TLS at all. */
  public boolean speaks() {
    return mode != Mode.OFF;
  }

  /** Whether etcd turns away clients without a certificate. */
  public boolean asksClients() {
    return clients == Clients.REQUIRED;
  }
}
