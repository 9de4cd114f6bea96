package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * Access control as a stage asks for it, and whether members hold everybody to it: the user whose
 * certificate the stage's own calls show, somebody with a certificate who is no user, and somebody
 * without one.
 */
final class AccessControl {
  /** The user, who may read and write the keys of writers and some more. */
  static final String USER = "application";

  /** The sections of a spec. */
  static final String SECTIONS =
      """
      tls: {mode: managed, clients: required}
      auth:
        enabled: true
        token: {type: jwt, keys: managed}
        roles:
          - name: application
            permissions:
              - {mode: readwrite, prefix: written/}
              - {mode: readwrite, prefix: rights/}
        users: [{name: application, roles: [application]}]
      """;

  /** Who has a certificate, and is no user. */
  static final String STRANGER = "stranger";

  private static final String OWN = "rights/";
  private static final String OTHERS = "others/";

  private final Stage stage;
  private final EtcdAccess user;
  private final EtcdAccess stranger;
  private final EtcdAccess withoutCertificate;

  /** For a stage over TLS; makes the certificate of who is no user, once. */
  AccessControl(Stage stage) throws IOException, InterruptedException {
    this.stage = stage;
    EtcdAccess.ClientFiles files = ClientCertificates.files(stage, USER);
    this.user = EtcdAccess.tls(files);
    this.stranger = EtcdAccess.tls(certificateOfStranger(stage));
    this.withoutCertificate = EtcdAccess.trusting(files.ca());
  }

  private static EtcdAccess.ClientFiles certificateOfStranger(Stage stage)
      throws IOException, InterruptedException {
    EtcdAccess.ClientFiles files = ClientCertificates.files(stage, STRANGER);
    return Files.exists(files.key()) ? files : ClientCertificates.issue(stage, STRANGER);
  }

  /** Waits until every member refuses the user what it may not do. */
  void awaitOn() {
    AwaitCondition.untilSettled(
        "access control is on",
        Stage.SOON,
        () -> stage.running().stream().noneMatch(member -> reads(of(user, member), OTHERS)));
  }

  /** Checks on every member who may do what. */
  void check() {
    for (InstanceView member : stage.running()) {
      String at = member.id();
      Etcd own = of(user, member);
      assertThat(writes(own, OWN + at)).as("the user writes its own at %s", at).isTrue();
      assertThat(own.range(OWN))
          .as("what the user reads of its own at %s", at)
          .containsKey(OWN + at);
      assertThat(writes(own, OTHERS + at)).as("the user writes others' at %s", at).isFalse();
      assertThat(reads(own, OTHERS)).as("the user reads others' at %s", at).isFalse();
      Etcd alien = of(stranger, member);
      assertThat(writes(alien, OWN + at)).as("a stranger writes at %s", at).isFalse();
      assertThat(reads(alien, OWN)).as("a stranger reads at %s", at).isFalse();
      assertThat(Admission.admits(withoutCertificate, member))
          .as("who shows no certificate is let in at %s", at)
          .isFalse();
    }
  }

  /** Somebody who is no user, and tries without end. */
  Intruder intruder() {
    return new Intruder(stage::clientUrls, stranger);
  }

  private static Etcd of(EtcdAccess access, InstanceView member) {
    return access.etcd(access.url(member));
  }

  private static boolean writes(Etcd etcd, String key) {
    return permits("an answer to a write", () -> etcd.put(key, "written"));
  }

  private static boolean reads(Etcd etcd, String prefix) {
    return permits("an answer to a read", () -> etcd.range(prefix));
  }

  /** Only a member's own word refuses; who says something else is asked again. */
  private static boolean permits(String what, Runnable call) {
    return AwaitCondition.value(
        what,
        Stage.SOON,
        () -> {
          try {
            call.run();
            return Optional.of(true);
          } catch (UncheckedIOException e) {
            if (denied(e)) {
              return Optional.of(false);
            }
            throw e;
          }
        });
  }

  /** Whether a member refused a call because of rights. */
  static boolean denied(UncheckedIOException refusal) {
    return String.valueOf(refusal.getMessage()).contains("PERMISSION_DENIED");
  }
}
