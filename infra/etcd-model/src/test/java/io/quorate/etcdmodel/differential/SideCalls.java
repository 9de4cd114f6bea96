package io.quorate.etcdmodel.differential;

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
    String value = "v" + op.on();
    if (op.kind() == Op.Kind.PUT) {
      return put(op.at(), "k" + op.on(), value);
    } else if (op.kind() != Op.Kind.PUTS) {
      return single(op);
    }
    String last = put(op.at(), "m0", value);
    for (int i = 1; i < MANY && last.startsWith("ok"); i++) {
      last = put(op.at(), "m" + i, value);
    }
    return last;
  }

  /** Writes a key. */
  abstract String put(int at, String key, String value);

  /** Makes any other call. */
  abstract String single(Op op);
}
