package io.quorate.agent.steps;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.quorate.agent.steps.frame.Step;
import java.util.List;

/** The steps that are compiled, listed or not. */
final class StepClasses {
  private StepClasses() {}

  static List<String> all() {
    return new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quorate.agent.steps")
            .stream()
            .filter(c -> c.isAssignableTo(Step.class) && !c.isInterface())
            .filter(c -> !c.getModifiers().contains(JavaModifier.ABSTRACT))
            .map(JavaClass::getName)
            .toList();
  }
}
