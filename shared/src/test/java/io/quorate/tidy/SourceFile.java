package io.quorate.tidy;

import java.util.regex.Pattern;

/** A file of the repository: its path from the root with forward slashes, its text, its x bit. */
record SourceFile(String path, String text, boolean executable) {
  boolean isJava() {
    return path.endsWith(".java");
  }

  boolean isMainJava() {
    return isJava() && path.contains("src/main/java/");
  }

  /** A command in infra: what has no extension, or says by its first line that it is run. */
  boolean isScript() {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return path.startsWith("infra/")
        && !path.contains("/src/")
        && (text.startsWith("#!") || executable || !name.contains("."));
  }

  boolean has(Pattern pattern) {
    return pattern.matcher(text).find();
  }

  long lines() {
    return text.lines().count();
  }
}
