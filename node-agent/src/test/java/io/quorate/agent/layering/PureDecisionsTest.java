package io.quorate.agent.layering;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/** What the agent decides, it decides on values; ports and loops do the rest. */
@AnalyzeClasses(
    packages = "io.quorate.agent",
    importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class PureDecisionsTest {
  private static final String[] PURE = {
    "io.quorate.agent.execution..",
    "io.quorate.agent.steps..",
    "io.quorate.agent.tasks..",
    "io.quorate.agent.supervision..",
    "io.quorate.agent.heartbeat..",
    "io.quorate.agent.port.."
  };

  @ArchTest
  static final ArchRule TOUCH_NO_DISK_NETWORK_OR_PROCESS =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
                  .and(not(belongToAnyOf(UncheckedIOException.class, Serializable.class))))
          .orShould()
          .dependOnClassesThat(belongToAnyOf(Process.class, ProcessHandle.class, Thread.class))
          .because("go through a port of io.quorate.agent.port");

  @ArchTest
  static final ArchRule KNOW_NO_ADAPTER_AND_LOG_NOTHING =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.slf4j..",
              "software.amazon..",
              "io.grpc..",
              "io.etcd..",
              "io.micronaut..",
              "io.prometheus..",
              "io.quorate.agent.etcd..",
              "io.quorate.agent.directory..",
              "io.quorate.agent.disk..",
              "io.quorate.agent.local..",
              "io.quorate.agent.snapshots..",
              "io.quorate.agent.tls..",
              "io.quorate.agent.run..",
              "io.quorate.agent.app..")
          .because("return a value with a reason; the loops in io.quorate.agent.run act and log");

  @ArchTest
  static final ArchRule ASK_NO_CLOCK_AND_DRAW_NO_LOTS =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(RandomGenerator.class)
          .because("time and nonces are inputs: take a parameter or a Supplier");

  @ArchTest
  static final ArchRule THE_LOOPS_HAVE_NO_THREAD_AND_NO_CLOCK =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.agent.run..")
          .and()
          .doNotHaveSimpleName("NodeAgent")
          .and()
          .doNotHaveSimpleName("LoopWakeup")
          .should()
          .dependOnClassesThat(
              belongToAnyOf(Thread.class, CountDownLatch.class, Clock.class, UUID.class))
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now")
          .because("a simulator drives them in its own time: threads and waits go into NodeAgent");
}
