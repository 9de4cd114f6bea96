package io.quorate.localcloud.lambda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The native part of AWS's runtime interface client, unpacked once for all functions of this JVM.
 *
 * <p>Left to itself each function's process writes it to one and the same file in /tmp, where AWS
 * gives each environment a /tmp of its own: here it would overwrite what others have mapped, and
 * those die of SIGBUS.
 */
final class NativeClient {
  private static final String PROPERTY =
      "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";
  private static final Path OUR_LIBRARIES = Path.of("/proc/self/maps");
  private static final Optional<Path> LIBRARY = unpack();

  private NativeClient() {}

  /** The JVM flag that names it; none where the client has nothing for this machine. */
  static List<String> flags() {
    return LIBRARY.map(path -> List.of("-D" + PROPERTY + "=" + path)).orElse(List.of());
  }

  private static Optional<Path> unpack() {
    try (InputStream in = NativeClient.class.getClassLoader().getResourceAsStream(resource())) {
      if (in == null) {
        return Optional.empty();
      }
      Path folder = Files.createTempDirectory("quorate-lambda-");
      Path library = folder.resolve("libaws-lambda-jni.so");
      Files.copy(in, library);
      folder.toFile().deleteOnExit();
      library.toFile().deleteOnExit(); // Before its folder: the last registered goes first.
      return Optional.of(library);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot unpack Lambda's native client into " + System.getProperty("java.io.tmpdir"), e);
    }
  }

  private static String resource() throws IOException {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    boolean musl =
        Files.isReadable(OUR_LIBRARIES) && Files.readString(OUR_LIBRARIES).contains("ld-musl");
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
    return "jni/libaws-lambda-jni." + os + (musl ? "_musl-" : "-") + arch + ".so";
  }
}
