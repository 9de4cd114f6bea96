package io.quorate.simulation.differential;

/** Calls to the etcds of one side; each says what came of it, in normal words. */
abstract class SideCalls {
  /** How long a client waits for an answer. */
  static final long PATIENCE_MILLIS = 3_000;

  /** A member id that nobody has. */
  static final long NOBODY = 0x1234;

  /** How many writes "many" are, unless one fails. */
  private static final int MANY = 30;

  private final String network;

  SideCalls(String network) {
    this.network = network;
  }

  final Place place(int number) {
    return new Place(network, number);
  }

  /** Makes the call that an operation is. */
  final String call(Op op) {
    return switch (op.kind()) {
      case PUT -> put(op.at(), "k" + op.on(), "v" + op.on());
      case PUTS -> many(op);
      case READ -> read(op.at(), true);
      case STALE -> read(op.at(), false);
      case MEMBERS -> list(op.at());
      case ADD -> add(op.at(), place(op.on()).peerUrl(), true);
      case ADD_VOTER -> add(op.at(), place(op.on()).peerUrl(), false);
      case PROMOTE -> promote(op.at(), op.on());
      case REMOVE -> remove(op.at(), op.on());
      case MOVE -> move(op.at(), op.on());
      case KILL,
          TERM,
          START,
          WIPE_JOIN,
          WIPE_NEW,
          WIPE_ALONE,
          FREEZE,
          THAW,
          CUT,
          MEND,
          SETTLE,
          RESTORE,
          FORCE,
          COPY,
          ROLL_BACK ->
          throw new IllegalArgumentException(op + ": expected a call");
    };
  }

  private String many(Op op) {
    String last = put(op.at(), "m0", "v" + op.on());
    for (int i = 1; i < MANY && last.startsWith("ok"); i++) {
      last = put(op.at(), "m" + i, "v" + op.on());
    }
    return last;
  }

  /** Writes a key. */
  abstract String put(int at, String key, String value);

  /** Reads. */
  abstract String read(int at, boolean linearizable);

  /** Lists the members, linearizably. */
  abstract String list(int at);

  /** Adds a learner, or a voter at once. */
  abstract String add(int at, String peerUrl, boolean learner);

  /** Promotes the member that is listed for a place. */
  abstract String promote(int at, int on);

  /** Removes the member that is listed for a place. */
  abstract String remove(int at, int on);

  /** Asks for the leadership to be moved to the member that is listed for a place. */
  abstract String move(int at, int on);
}
