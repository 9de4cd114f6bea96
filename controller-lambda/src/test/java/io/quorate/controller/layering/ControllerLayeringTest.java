package io.quorate.controller.layering;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.quorate.controller.plan.facts.Rule;

@AnalyzeClasses(
    packages = "io.quorate.controller",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ControllerLayeringTest {
  @ArchTest
  static final ArchRule SDK_STAYS_IN_ADAPTERS =
      noClasses()
          .that()
          .resideOutsideOfPackages("..autoscaling..", "..route53..", "..lambda..", "..function..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("software.amazon..", "com.amazonaws..", "io.micronaut..")
          .because("the simulator drives the turn through ports: put SDK calls behind one");

  @ArchTest
  static final ArchRule THE_CORE_IS_SILENT =
      noClasses()
          .that()
          .resideInAnyPackage("..plan..", "..view..", "..breaker..", "..events..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.slf4j..", "io.quorate.dynamodb..", "io.quorate.s3..")
          .because("decisions are values: log them in the loop that carries them out");

  @ArchTest
  static final ArchRule NO_RULE_CALLS_ANOTHER =
      classes()
          .that()
          .implement(Rule.class)
          .should(knowNoOtherRule())
          .because("rules are asked one by one: what two of them need is a fact (ADR 52)");

  @ArchTest
  static final ArchRule CAPABILITIES_FORM_NO_CIRCLE =
      slices()
          .matching("io.quorate.controller.plan.(*)..")
          .should()
          .beFreeOfCycles()
          .because("a capability uses lower ones: what two of them need is a fact (ADR 52)");

  @ArchTest
  static final ArchRule CAPABILITIES_KNOW_NO_LIST =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.controller.plan.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.quorate.controller.plan")
          .because("the lists of rules, conditions and kinds know the capabilities (ADR 52)");

  private static ArchCondition<JavaClass> knowNoOtherRule() {
    return new ArchCondition<>("know no other rule") {
      @Override
      public void check(JavaClass rule, ConditionEvents events) {
        rule.getDirectDependenciesFromSelf().stream()
            .filter(known -> known.getTargetClass().isAssignableTo(Rule.class))
            .filter(known -> !known.getTargetClass().isInterface())
            .filter(known -> !known.getTargetClass().equals(rule))
            .forEach(
                known -> events.add(SimpleConditionEvent.violated(rule, known.getDescription())));
      }
    };
  }
}
