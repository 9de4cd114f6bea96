package io.quorate.etcdmodel.differential;

import static io.quorate.etcdmodel.differential.Op.Kind.ADD;
import static io.quorate.etcdmodel.differential.Op.Kind.COPY;
import static io.quorate.etcdmodel.differential.Op.Kind.CUT;
import static io.quorate.etcdmodel.differential.Op.Kind.FORCE;
import static io.quorate.etcdmodel.differential.Op.Kind.KILL;
import static io.quorate.etcdmodel.differential.Op.Kind.MEND;
import static io.quorate.etcdmodel.differential.Op.Kind.PROMOTE;
import static io.quorate.etcdmodel.differential.Op.Kind.PUT;
import static io.quorate.etcdmodel.differential.Op.Kind.PUTS;
import static io.quorate.etcdmodel.differential.Op.Kind.READ;
import static io.quorate.etcdmodel.differential.Op.Kind.REMOVE;
import static io.quorate.etcdmodel.differential.Op.Kind.RESTORE;
import static io.quorate.etcdmodel.differential.Op.Kind.ROLL_BACK;
import static io.quorate.etcdmodel.differential.Op.Kind.SETTLE;
import static io.quorate.etcdmodel.differential.Op.Kind.START;
import static io.quorate.etcdmodel.differential.Op.Kind.TERM;
import static io.quorate.etcdmodel.differential.Op.Kind.WIPE_JOIN;

import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.MemberSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Operations that belong together and that chance alone would rarely bring together. */
final class Recipes {
  /** In the place of the one asked: whoever leads by then. */
  static final int LEADER = -1;

  private final Random random;
  private final int value;

  Recipes(Random random, int value) {
    this.random = random;
    this.value = value;
  }

  /** The same, asked of whoever leads now, where a recipe leaves that open. */
  static Op asked(ModelSide model, Op op) {
    return op.at() == LEADER
        ? new Op(op.kind(), model.seen().leader().or(() -> running(model)).orElse(0), op.on())
        : op;
  }

  private static Optional<Integer> running(ModelSide model) {
    return IntStream.range(0, Place.COUNT)
        .boxed()
        .filter(p -> model.seen().view(p).isPresent())
        .findFirst();
  }

  /** One that fits what runs now; empty when less than two voters run. */
  List<Op> some(ModelSide model) {
    List<Integer> voters = runningVoters(model);
    Collections.shuffle(voters, random);
    List<Integer> free =
        IntStream.range(0, Place.COUNT).boxed().filter(p -> !listed(model).contains(p)).toList();
    if (voters.size() < 2 || free.isEmpty()) {
      return List.of();
    }
    int a = voters.get(0);
    int b = voters.get(1);
    int c = voters.get(voters.size() - 1);
    int d = free.get(random.nextInt(free.size()));
    return switch (random.nextInt(12)) {
      case 0, 1 -> voters.size() < 3 ? laggard(a, b) : amnesiac(a, b, c);
      case 2 -> ops(op(random.nextBoolean() ? KILL : TERM, c), op(WIPE_JOIN, c), op(PUT, value));
      case 3 -> laggard(a, b);
      case 4 -> ops(op(PUTS, value), op(FORCE, a), op(PUT, value + 100), op(START, b));
      case 5 -> ops(op(KILL, b), op(PUTS, value), op(FORCE, b), op(READ, 0), op(START, a));
      case 6 -> ops(op(PUT, value), new Op(RESTORE, a, d), op(ADD, b), op(WIPE_JOIN, b));
      case 7 -> ops(op(CUT, a), new Op(PUT, a, value), op(PUT, value), op(MEND, a), op(READ, 0));
      case 8 -> ops(op(CUT, c), op(SETTLE, 0), op(REMOVE, c), op(MEND, c), op(PUT, value));
      case 9 -> ops(op(ADD, d), op(WIPE_JOIN, d), op(PROMOTE, d), op(PUT, value));
      case 10 -> ops(op(KILL, c), op(REMOVE, c), op(ADD, d), op(WIPE_JOIN, d), op(PROMOTE, d));
      default -> ops(op(KILL, a), op(KILL, b), op(PUT, value), op(START, b), op(PUT, value));
    };
  }

  /** What a lagging voter and a forgetful one elect has lost what the third acknowledged. */
  private List<Op> amnesiac(int a, int b, int c) {
    List<Op> ops = new ArrayList<>(ops(op(KILL, b), op(PUTS, value), op(KILL, a), op(KILL, c)));
    ops.addAll(ops(op(START, b), op(WIPE_JOIN, c), op(READ, 0), op(PUT, value)));
    if (random.nextBoolean()) {
      ops.add(op(START, a));
    }
    return ops;
  }

  /** A disk that goes back behind what it acknowledged. */
  private List<Op> laggard(int a, int b) {
    List<Op> ops = new ArrayList<>(ops(op(COPY, a), op(START, a), op(PUTS, value)));
    if (random.nextBoolean()) {
      ops.add(op(KILL, b));
    }
    ops.addAll(ops(op(ROLL_BACK, a), op(READ, 0), op(START, b)));
    return ops;
  }

  private static List<Op> ops(Op... ops) {
    return List.of(ops);
  }

  private static Op op(Op.Kind kind, int on) {
    return new Op(kind, LEADER, on);
  }

  private static List<Member> members(ModelSide model) {
    return model.seen().leader().flatMap(model.seen()::view).map(MemberSnapshot::members).stream()
        .flatMap(List::stream)
        .toList();
  }

  private static List<Integer> listed(ModelSide model) {
    return Generator.listed(members(model));
  }

  private static List<Integer> runningVoters(ModelSide model) {
    List<Member> voters = members(model).stream().filter(m -> !m.learner()).toList();
    return new ArrayList<>(
        Generator.listed(voters).stream().filter(p -> model.seen().view(p).isPresent()).toList());
  }
}
