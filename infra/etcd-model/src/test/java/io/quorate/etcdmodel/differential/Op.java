package io.quorate.etcdmodel.differential;

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
    PUT(Sort.CALL),
    /** Many writes. */
    PUTS(Sort.CALL),
    /** A linearizable read. */
    READ(Sort.CALL),
    /** A serializable read. */
    STALE(Sort.CALL),
    /** A linearizable member list. */
    MEMBERS(Sort.CALL),
    /** Adds a learner. */
    ADD(Sort.CALL),
    /** Adds a voter at once. */
    ADD_VOTER(Sort.CALL),
    /** Promotes. */
    PROMOTE(Sort.CALL),
    /** Removes. */
    REMOVE(Sort.CALL),
    /** Asks one to hand the leadership to another. */
    MOVE(Sort.CALL),
    /** SIGKILL. */
    KILL(Sort.FAULT),
    /** SIGTERM. */
    TERM(Sort.FAULT),
    /** SIGSTOP. */
    FREEZE(Sort.FAULT),
    /** SIGCONT. */
    THAW(Sort.FAULT),
    /** Cuts a place off from every other. */
    CUT(Sort.FAULT),
    /** Ends the cut of a place. */
    MEND(Sort.FAULT),
    /** Keeps a copy of a place's directory; the place's etcd is killed for it. */
    COPY(Sort.FAULT),
    /** Starts on what the directory holds, as a joiner when that is nothing. */
    START(Sort.START),
    /** Empties the directory and starts as a joiner, perhaps under an old URL. */
    WIPE_JOIN(Sort.START),
    /** Empties the directory and starts {@code new} with everyone listed. */
    WIPE_NEW(Sort.START),
    /** Empties the directory and starts {@code new} with only itself. */
    WIPE_ALONE(Sort.START),
    /** Rolls the directory back to the kept copy and starts on it. */
    ROLL_BACK(Sort.START),
    /** Kills all, restores a snapshot of one in another place, alone and with bumped revision. */
    RESTORE(Sort.START),
    /** Kills all, forces a new cluster on a copy of one directory. */
    FORCE(Sort.START),
    /** Waits longer than etcd's health interval. */
    SETTLE(Sort.WAIT);

    private final Sort sort;

    Kind(Sort sort) {
      this.sort = sort;
    }
  }

  private enum Sort {
    CALL,
    FAULT,
    START,
    WAIT
  }

  /** Whether it is a call to an etcd. */
  boolean isCall() {
    return kind.sort == Sort.CALL;
  }

  /** Whether it starts the etcd of the place it is about. */
  boolean starts() {
    return kind.sort == Sort.START;
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
