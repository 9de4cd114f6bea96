package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The fields of the section {@code tls.files}. */
final class TlsFileFields {
  private static final String WITH_FILES = "none; required where tls.mode is files";

  static final SpecField<String> PEER_CERTIFICATE =
      path(
          "peerCertificate",
          paths -> Optional.of(paths.peer().certificate()),
          "What members show one another: the certificate and the rest of its chain, good for the"
              + " node's address, for serving and for calling.");

  static final SpecField<String> PEER_KEY =
      path("peerKey", paths -> Optional.of(paths.peer().key()), "Its private key.");

  static final SpecField<String> PEER_CA =
      authority(
          "peerCa",
          paths -> Optional.of(paths.peerCa()),
          "Who must have signed what other members show. One for peers alone: whatever it signs for"
              + " calling passes the peer port.");

  static final SpecField<String> CERTIFICATE =
      path(
          "certificate",
          paths -> Optional.of(paths.server().certificate()),
          "What members show clients: the certificate and the rest of its chain, good for the"
              + " node's address, for serving and for calling.");

  static final SpecField<String> KEY =
      path("key", paths -> Optional.of(paths.server().key()), "Its private key.");

  static final SpecField<String> CLIENT_CA =
      authority(
          "clientCa",
          paths -> Optional.of(paths.clientCa()),
          "Who must have signed what clients show, and what members show clients: the agent trusts"
              + " it in its own calls.");

  static final SpecField<String> AGENT_CERTIFICATE =
      path(
          "agentCertificate",
          paths -> paths.agent().map(TlsFilePaths.Pair::certificate),
          "What the agent's own calls show; left out: what members show clients.");

  static final SpecField<String> AGENT_KEY =
      path(
          "agentKey",
          paths -> paths.agent().map(TlsFilePaths.Pair::key),
          "The private key of `tls.files.agentCertificate`.");

  /** Those without which no member can speak TLS. */
  static final List<SpecField<String>> NEEDED =
      List.of(PEER_CERTIFICATE, PEER_KEY, PEER_CA, CERTIFICATE, KEY, CLIENT_CA);

  static final List<SpecField<String>> ALL =
      List.of(
          PEER_CERTIFICATE,
          PEER_KEY,
          PEER_CA,
          CERTIFICATE,
          KEY,
          CLIENT_CA,
          AGENT_CERTIFICATE,
          AGENT_KEY);

  private TlsFileFields() {}

  private static SpecField<String> path(
      String name, Function<TlsFilePaths, Optional<String>> of, String meaning) {
    return field(name, Effect.AT_ONCE, of, meaning);
  }

  /** etcd reads whom it trusts when it starts, and what it shows at each handshake. */
  private static SpecField<String> authority(
      String name, Function<TlsFilePaths, Optional<String>> of, String meaning) {
    return field(name, Effect.ETCD_RESTART, of, meaning);
  }

  private static SpecField<String> field(
      String name, Effect effect, Function<TlsFilePaths, Optional<String>> of, String meaning) {
    return SpecField.derived(
        "tls.files." + name,
        ScalarKind.path(),
        WITH_FILES,
        effect,
        spec -> spec.tls().files().flatMap(of),
        meaning);
  }

  /** The paths; empty where one that is needed is not given. */
  static Optional<TlsFilePaths> read(SpecValues values) {
    if (!NEEDED.stream().allMatch(field -> values.find(field).isPresent())) {
      return Optional.empty();
    }
    return Optional.of(
        new TlsFilePaths(
            new TlsFilePaths.Pair(values.get(PEER_CERTIFICATE), values.get(PEER_KEY)),
            values.get(PEER_CA),
            new TlsFilePaths.Pair(values.get(CERTIFICATE), values.get(KEY)),
            values.get(CLIENT_CA),
            values
                .find(AGENT_CERTIFICATE)
                .flatMap(
                    certificate ->
                        values
                            .find(AGENT_KEY)
                            .map(key -> new TlsFilePaths.Pair(certificate, key)))));
  }
}
