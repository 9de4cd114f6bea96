package io.quorate.simulation.differential;

import java.util.Locale;

/**
 * One operation of a sequence, on places that are numbered from zero; each place has an address and
 * a directory.
 *
 * @param kind what is done
 * @param at the place whose etcd is asked, where one is
 * @param on the place it is about, where there is one
 */
record Op(Kind kind, int at, int on) {
  enum Kind {
    /** A write. */
    PUT,
    /** Many writes. */
    PUTS,
    /** A linearizable read. */
    READ,
    /** A serializable read. */
    STALE,
    /** A linearizable member list. */
    MEMBERS,
    /** Adds a learner. */
    ADD,
    /** Adds a voter at once. */
    ADD_VOTER,
    /** Promotes. */
    PROMOTE,
    /** Removes. */
    REMOVE,
    /** SIGKILL. */
    KILL,
    /** SIGTERM. */
    TERM,
    /** Starts on what the directory holds, as a joiner when that is nothing. */
    START,
    /** Empties the directory and starts as a joiner, perhaps under an old URL. */
    WIPE_JOIN,
    /** Empties the directory and starts {@code new} with everyone listed. */
    WIPE_NEW,
    /** Empties the directory and starts {@code new} with only itself. */
    WIPE_ALONE,
    /** Asks one to hand the leadership to another. */
    MOVE,
    /** SIGSTOP. */
    FREEZE,
    /** SIGCONT. */
    THAW,
    /** Cuts a place off from every other. */
    CUT,
    /** Ends the cut of a place. */
    MEND,
    /** Waits longer than etcd's health interval. */
    SETTLE,
    /** Kills all, restores a snapshot of one in another place, alone and with bumped revision. */
    RESTORE,
    /** Kills all, forces a new cluster on a copy of one directory. */
    FORCE,
    /** Keeps a copy of a place's directory; the place's etcd is killed for it. */
    COPY,
    /** Rolls the directory back to the kept copy and starts on it. */
    ROLL_BACK
  }

  /** Whether it is a call to an etcd. */
  boolean isCall() {
    return kind.compareTo(Kind.PROMOTE) <= 0 || kind == Kind.REMOVE || kind == Kind.MOVE;
  }

  /** Whether it starts the etcd of the place it is about. */
  boolean starts() {
    return switch (kind) {
      case START, WIPE_JOIN, WIPE_NEW, WIPE_ALONE, ROLL_BACK, RESTORE, FORCE -> true;
      case PUT,
          PUTS,
          READ,
          STALE,
          MEMBERS,
          ADD,
          ADD_VOTER,
          PROMOTE,
          REMOVE,
          MOVE,
          KILL,
          TERM,
          FREEZE,
          THAW,
          CUT,
          MEND,
          SETTLE,
          COPY ->
          false;
    };
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + " " + at + " " + on;
  }

  static Op parse(String line) {
    String[] words = line.strip().split(" ", -1);
    if (words.length != 3) {
      throw new IllegalArgumentException(
          "operation '" + line + "': expected kind, place asked, place meant: add 0 3");
    }
    return new Op(
        Kind.valueOf(words[0].toUpperCase(Locale.ROOT).replace('-', '_')),
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]));
  }
}
