package io.quorate.deployment;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.quorate.aws.SignedCalls;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which operations of AWS the compiled code of the controller, and what it shares with the agents,
 * calls. Agents have no other client than the shared ones.
 */
final class CalledOperations {
  private static final Pattern CLIENT =
      Pattern.compile("software\\.amazon\\.awssdk\\.services\\.(\\w+)\\.\\w+Client");
  private static final String PAGINATOR = "Paginator";

  /** What a client has beside operations. */
  private static final Set<String> NO_OPERATION = Set.of("builder", "create", "close");

  private static final JavaClasses PRODUCT =
      ArchConfiguration.withThreadLocalScope(CalledOperations::read);

  private CalledOperations() {}

  /** The names of the clients suffice: the SDK's own classes are not read. */
  private static JavaClasses read(ArchConfiguration setUp) {
    setUp.setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        // What a module's tests lend to others.
        .withImportOption(location -> !location.contains("-tests.jar"))
        .importPackages(
            "io.quorate.controller",
            "io.quorate.dynamodb",
            "io.quorate.s3",
            "io.quorate.secretsmanager",
            "io.quorate.aws");
  }

  /** By the SDK's clients, as in {@code ec2 DescribeInstances}. */
  static Set<String> ofSdk() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : PRODUCT) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        Matcher client = CLIENT.matcher(access.getTargetOwner().getName());
        String method = access.getTarget().getName();
        if (access.getTarget() instanceof CodeUnitAccessTarget
            && client.matches()
            && !NO_OPERATION.contains(method)) {
          found.add(client.group(1) + " " + operation(method));
        }
      }
    }
    return found;
  }

  private static String operation(String method) {
    String name =
        method.endsWith(PAGINATOR)
            ? method.substring(0, method.length() - PAGINATOR.length())
            : method;
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** The classes that sign calls of a service by themselves, without a client of the SDK. */
  static Set<String> bySignedCalls() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : PRODUCT) {
      type.getConstructorCallsFromSelf().stream()
          .filter(call -> call.getTargetOwner().isEquivalentTo(SignedCalls.class))
          .forEach(call -> found.add(type.getSimpleName()));
    }
    return found;
  }
}
