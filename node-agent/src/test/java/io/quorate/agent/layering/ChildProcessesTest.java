package io.quorate.agent.layering;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.quorate.agent.etcd.tools.ChildCommand;
import java.util.List;

/** No variable of the agent's environment speaks to an etcd, whoever starts it. */
@AnalyzeClasses(
    packages = "io.quorate.agent",
    importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class ChildProcessesTest {
  @ArchTest
  static final ArchRule ARE_PREPARED_IN_ONE_PLACE =
      noClasses()
          .that()
          .doNotBelongToAnyOf(ChildCommand.class)
          .should()
          .callConstructor(ProcessBuilder.class, List.class)
          .orShould()
          .callConstructor(ProcessBuilder.class, String[].class)
          .because("ChildCommand keeps ETCD_… variables from what it prepares");
}
