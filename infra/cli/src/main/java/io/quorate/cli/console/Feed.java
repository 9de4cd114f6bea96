package io.quorate.cli.console;

import java.util.Map;

/** What one kind of page shows; used by one thread at a time. */
interface Feed {
  /** Reads the store; what changed since the last look. */
  Map<String, Object> look();

  /** All that is known as of the last look. */
  Map<String, Object> whole();
}
