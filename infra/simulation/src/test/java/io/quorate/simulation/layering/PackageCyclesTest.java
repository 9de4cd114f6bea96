package io.quorate.simulation.layering;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.quorate.simulation",
    importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class PackageCyclesTest {
  @ArchTest
  static final ArchRule NO_CYCLES =
      slices()
          .matching("io.quorate.(**)")
          .should()
          .beFreeOfCycles()
          .because("a package is read with those it needs: move what two need to a third");
}
