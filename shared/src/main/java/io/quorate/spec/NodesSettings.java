package io.quorate.spec;

/**
 * How instances come by a newer launch template.
 *
 * @param replace who begins to replace those that an older one made
 */
public record NodesSettings(Replace replace) {
  /** As a spec without the section has it. */
  public static final NodesSettings DEFAULT = new NodesSettings(Replace.ON_REQUEST);

  /** Who begins. */
  public enum Replace {
    /** An operator. */
    ON_REQUEST("onRequest"),
    /** The controller, once it sees an outdated one. */
    AUTOMATIC("automatic");

    private final String word;

    Replace(String word) {
      this.word = word;
    }

    /** As the file has it. */
    public String word() {
      return word;
    }
  }
}
