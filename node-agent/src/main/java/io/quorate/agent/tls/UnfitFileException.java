package io.quorate.agent.tls;

/**
 * A file of somebody's own that etcd must not be started with; the message names it and says why.
 */
final class UnfitFileException extends Exception {
  private static final long serialVersionUID = 1;

  UnfitFileException(GivenFile file, String why) {
    super(file + ": " + why);
  }
}
