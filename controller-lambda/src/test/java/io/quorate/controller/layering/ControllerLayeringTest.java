package io.quorate.controller.layering;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.quorate.controller",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ControllerLayeringTest {
  @ArchTest
  static final ArchRule SDK_STAYS_IN_ADAPTERS =
      noClasses()
          .that()
          .resideOutsideOfPackages("..autoscaling..", "..function..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("software.amazon..", "com.amazonaws..", "io.micronaut..")
          .because("the simulator drives the turn through ports: put SDK calls behind one");

  @ArchTest
  static final ArchRule THE_CORE_IS_SILENT =
      noClasses()
          .that()
          .resideInAnyPackage("..plan..", "..view..", "..brake..", "..events..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.slf4j..", "io.quorate.dynamodb..", "io.quorate.s3..")
          .because("decisions are values: log them in the loop that carries them out");
}
