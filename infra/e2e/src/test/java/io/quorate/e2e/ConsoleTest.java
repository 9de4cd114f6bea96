package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.cli.console.Browser;
import io.quorate.deployment.Principals;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The console in a real browser, over a real cluster that is broken before it. */
@EverythingOnly
class ConsoleTest extends OneStage {
  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  void whoeverBreaksTheClusterSeesItDieAndHeal() throws Exception {
    Path printed = stage.deployment.config().home().resolve("console.json");
    try (Browser browser = Browser.open()) {
      Process console =
          new Operator(stage).start(printed, "console", stage.name.value(), "-o", "json");
      try {
        AwaitCondition.until(
            "the console serves", Stage.SOON, () -> Operator.text(printed).endsWith("\n"));
        browser.as(1280, 1400, "light");
        browser.show(page(printed));
        browser.await("three serve", () -> quorum(browser).startsWith("3 of 3 voters serve"));
        aKilledEtcd(browser);
        theStoreAway(browser);
        aTerminatedInstance(browser);
        assertThat(browser.log()).isEmpty();
      } finally {
        console.destroy();
        console.waitFor();
      }
    }
  }

  private static URI page(Path printed) throws IOException {
    return URI.create(JSON.std.mapFrom(Files.readString(printed)).get("url").toString());
  }

  private static String quorum(Browser browser) {
    return browser.text("#quorum");
  }

  private void aKilledEtcd(Browser browser) throws IOException {
    InstanceView victim = stage.follower();
    stage.deployment.instances().kill(victim.id(), ProcessTarget.OTHERS);
    long killed = System.nanoTime();

    browser.await(
        "its restart is shown", () -> browser.text(".timeline").contains("ETCD_RESTARTED"));
    System.out.println(
        "console: a killed etcd was shown after "
            + (System.nanoTime() - killed) / 1_000_000
            + " ms");
    browser.await("three serve", () -> quorum(browser).startsWith("3 of 3 voters serve"));
  }

  private void theStoreAway(Browser browser) {
    stage.deployment.cloud().faults().cutOff(Principals.OPERATOR);
    browser.awaitText("What is shown is of ");
    stage.deployment.cloud().faults().reconnect(Principals.OPERATOR);
    browser.await("it goes on", () -> !browser.find("#notice").isDisplayed());
  }

  private void aTerminatedInstance(Browser browser) {
    InstanceView victim = stage.follower();
    stage.terminate(victim);

    browser.await("its member is gone", () -> !quorum(browser).startsWith("3 of 3"));
    browser.await("a step is shown", () -> browser.text(".timeline").contains("MEMBER_DEAD"));
    AwaitCondition.until("another in its place", Stage.SOON, () -> stage.replaced(victim));
    stage.awaitHealthy(3);
    browser.await("three serve", () -> quorum(browser).startsWith("3 of 3 voters serve"));
  }
}
