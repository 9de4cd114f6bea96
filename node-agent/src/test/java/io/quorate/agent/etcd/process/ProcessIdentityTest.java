package io.quorate.agent.etcd.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The kernel may take a process away between opening its files and reading them. */
class ProcessIdentityTest {
  private static final int PROCESSES = 100;

  @Test
  void aProcessThatEndsWhileItIsLookedAtIsNone() throws Exception {
    for (int n = 0; n < PROCESSES; n++) {
      Process brief = new ProcessBuilder("/bin/true").start();
      Optional<ProcessIdentity> seen = ProcessIdentity.of(brief.pid());
      while (seen.isPresent()) {
        assertThat(seen.get().pid()).isEqualTo(brief.pid());
        seen.get().runsWith("--no-such-flag");
        seen = ProcessIdentity.of(brief.pid());
      }
      brief.waitFor();
    }
  }
}
