package io.quorate.etcdmodel.differential;

/** The data directories of one side's etcds. */
interface Directories {
  /** By how much a restore raises the revision. */
  long BUMP = 1_000_000;

  /** Empties a place's directory. */
  void wipe(int place);

  /** Keeps a copy of a place's directory. */
  void copy(int place);

  /** Puts the kept copy in the place of the directory. */
  void rollBack(int place);

  /** Saves a snapshot through a place's API; whether that worked. */
  boolean save(int place);

  /** Restores the saved snapshot into a place's directory, alone, with a bumped revision. */
  void restore(int place, String token);
}
