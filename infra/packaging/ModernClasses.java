import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites class files of Java 5 and older in a jar, which no AOT cache holds, as those of Java 8
 * with stack maps: {@code java ModernClasses.java jar}. What they do stays the same. A file in the
 * jar says so, as the licence of picocli (Apache 2.0, section 4b) asks.
 */
final class ModernClasses {
  private static final String NOTICE = "META-INF/MODIFIED-BY-QUORATE.txt";

  private ModernClasses() {}

  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    FileTime time = Files.getLastModifiedTime(file);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int rewritten = 0;
    try (ZipFile jar = new ZipFile(file.toFile());
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      ClassFile classes = classes(jar);
      for (ZipEntry entry : Collections.list(jar.entries())) {
        byte[] content = read(jar, entry);
        if (entry.getName().endsWith(".class")) {
          ClassModel parsed = classes.parse(content);
          if (parsed.majorVersion() < ClassFile.JAVA_6_VERSION) {
            content = modern(classes, parsed);
            rewritten++;
          }
        }
        put(out, entry, entry.getName(), content);
      }
      put(out, jar.entries().nextElement(), NOTICE, notice(file, rewritten).getBytes(UTF_8));
    }
    if (rewritten == 0) {
      throw new IllegalStateException(
          file + " has no class file of Java 5 any more: take this step out of infra/package");
    }
    Files.write(file, bytes.toByteArray());
    Files.setLastModifiedTime(file, time);
  }

  private static ClassFile classes(ZipFile jar) {
    ClassHierarchyResolver resolver =
        ClassHierarchyResolver.ofResourceParsing(name -> open(jar, name))
            .orElse(ClassHierarchyResolver.defaultResolver());
    return ClassFile.of(
        ClassFile.ClassHierarchyResolverOption.of(resolver),
        ClassFile.StackMapsOption.GENERATE_STACK_MAPS);
  }

  private static InputStream open(ZipFile jar, ClassDesc name) {
    String descriptor = name.descriptorString();
    ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Only code that goes through a transformation gets stack maps. */
  private static byte[] modern(ClassFile classes, ClassModel old) {
    byte[] modern =
        classes.transformClass(
            old,
            ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                .andThen(
                    (builder, element) -> {
                      if (element instanceof ClassFileVersion) {
                        builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                      } else {
                        builder.with(element);
                      }
                    }));
    classes.verify(modern).stream()
        .findFirst()
        .ifPresent(
            error -> {
              throw error;
            });
    return modern;
  }

  private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream content = jar.getInputStream(entry)) {
      return content.readAllBytes();
    }
  }

  private static void put(ZipOutputStream out, ZipEntry dated, String name, byte[] content)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(dated.getTimeLocal());
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }

  private static String notice(Path file, int rewritten) {
    return """
        %s was modified by Quorate's packaging: its %d class files of Java 5 and older were written
        anew as class files of Java 8, with stack maps, so that a cache of the JVM can hold them.
        Their code, names and everything else are those of the original.
        """
        .formatted(file.getFileName(), rewritten);
  }
}
