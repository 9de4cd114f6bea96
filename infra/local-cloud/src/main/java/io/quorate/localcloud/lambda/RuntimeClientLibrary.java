package io.quorate.localcloud.lambda;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The native library of AWS's Java runtime interface client. The client unpacks it to one fixed
 * path below {@code /tmp}, which each environment has for itself on AWS; here two that start at
 * once would load each other's half-written file and die of SIGBUS. So each function gets its own.
 */
final class RuntimeClientLibrary {
  static final String PROPERTY =
      "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

  private static final Map<String, String> BY_ARCHITECTURE =
      Map.of(
          "amd64", "libaws-lambda-jni.linux-x86_64.so",
          "aarch64", "libaws-lambda-jni.linux-aarch_64.so");

  private RuntimeClientLibrary() {}

  /** The command with a library of its own in this folder, where it runs the client at all. */
  static List<String> privateTo(Path folder, List<String> command) throws IOException {
    Optional<String> name = name();
    if (!command.contains(LambdaFunction.MAIN) || name.isEmpty()) {
      return command;
    }
    Path library = folder.resolve(name.get());
    if (!Files.exists(library)) {
      unpack(name.get(), library);
    }
    List<String> own = new ArrayList<>(command);
    own.add(1, "-D" + PROPERTY + "=" + library);
    return own;
  }

  private static Optional<String> name() {
    boolean glibc = Files.exists(Path.of("/etc/ld.so.cache"));
    return glibc
        ? Optional.ofNullable(BY_ARCHITECTURE.get(System.getProperty("os.arch", "")))
        : Optional.empty();
  }

  private static void unpack(String name, Path library) throws IOException {
    Path unfinished = library.resolveSibling(name + ".unpacking");
    try (InputStream packed =
        RuntimeClientLibrary.class.getClassLoader().getResourceAsStream("jni/" + name)) {
      if (packed == null) {
        throw new FileNotFoundException(
            "jni/"
                + name
                + " is missing: put aws-lambda-java-runtime-interface-client on the class path");
      }
      Files.copy(packed, unfinished, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.move(unfinished, library, StandardCopyOption.ATOMIC_MOVE);
  }
}
