package io.quorate.layering;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Packages named after the domain are pure; packages named after a technology do I/O. */
@AnalyzeClasses(
    packages = "io.quorate",
    importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class PureCoreTest {
  private static final String[] PURE = {
    "io.quorate.model..",
    "io.quorate.state..",
    "io.quorate.command..",
    "io.quorate.snapshot..",
    "io.quorate.request..",
    "io.quorate.recovery..",
    "io.quorate.certificate..",
    "io.quorate.codec..",
    "io.quorate.wire..",
    "io.quorate.spec..",
    "io.quorate.auth..",
    "io.quorate.lease..",
    "io.quorate.store.."
  };

  /** A snapshot's file is too large for a value: its port names where it is. */
  private static final DescribedPredicate<JavaClass> A_FILE_THAT_A_PORT_IS_GIVEN =
      belongToAnyOf(InputStream.class, Path.class);

  /** A parser over text in memory still declares IOException, and is closed. */
  @ArchTest
  static final ArchRule DO_NO_INPUT_OR_OUTPUT =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.io..",
                      "java.nio.file..",
                      "java.nio.channels..",
                      "java.net..",
                      "java.sql..")
                  .and(not(belongToAnyOf(IOException.class, Serializable.class, Closeable.class)))
                  .and(not(A_FILE_THAT_A_PORT_IS_GIVEN)))
          .because(
              "a value decides, an adapter acts: move I/O to a package named after its technology");

  @ArchTest
  static final ArchRule KNOW_NO_SDK_AND_LOG_NOTHING =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "software.amazon..",
              "org.slf4j..",
              "io.quorate.aws..",
              "io.quorate.dynamodb..",
              "io.quorate.secretsmanager..",
              "io.quorate.s3..")
          .because("return a value with a reason; the adapter or the loop speaks and logs");

  @ArchTest
  static final ArchRule ASK_NO_CLOCK =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(ZonedDateTime.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .because("time is an input: take an Instant as a parameter");

  @ArchTest
  static final ArchRule DRAW_NO_LOTS =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat(assignableTo(RandomGenerator.class))
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethod(Math.class, "random")
          .because("nonces and ids are inputs: take them as parameters");

  @ArchTest
  static final ArchRule ADAPTERS_ALONE_USE_THE_SDK =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.quorate.aws..",
              "io.quorate.dynamodb..",
              "io.quorate.s3..",
              "io.quorate.secretsmanager..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("software.amazon..")
          .because("SDK types stay inside the package named after their service");
}
