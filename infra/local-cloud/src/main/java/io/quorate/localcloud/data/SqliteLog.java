package io.quorate.localcloud.data;

import java.util.logging.Level;
import java.util.logging.Logger;

/** SQLite's wrapper narrates to standard error; held here, for loggers are held weakly. */
final class SqliteLog {
  private static final Logger LOG = Logger.getLogger("com.almworks.sqlite4java");

  private SqliteLog() {}

  static void silence() {
    LOG.setLevel(Level.SEVERE);
  }
}
