package io.quorate.cli.connect;

/** For a command without an environment: where the quick start's own stands, if there is one. */
final class QuickStartHint {
  /** Set by infra/bin/quorate to the guide of the quick start, where its file is there. */
  private static final String GUIDE = "quorate.guide";

  private QuickStartHint() {}

  /** A continuation of the line that says what is missing; empty without a quick start. */
  static String text() {
    String guide = System.getProperty(GUIDE, "");
    return guide.isEmpty()
        ? ""
        : "; for the cluster of the quick start, first run the 'export' line in " + guide;
  }
}
