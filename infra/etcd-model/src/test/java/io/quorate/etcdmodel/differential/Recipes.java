package io.quorate.etcdmodel.differential;

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
  private static final int LEADER = -1;

  /** What a lagging voter and a forgetful one elect has lost what the third acknowledged. */
  private static final String AMNESIAC =
      "kill l b, puts l v, kill l a, kill l c, start l b, wipe-join l c, read l v, put l v";

  /** A disk that goes back behind what it acknowledged. */
  private static final String LAGGARD =
      "copy l a, start l a, puts l v, roll-back l a, read l v, start l b";

  /**
   * Each is a list of operations as a history has them, but with letters for places: {@code a},
   * {@code b} and {@code c} are running voters, {@code d} is free, {@code l} leads; {@code v} is a
   * new value.
   */
  private static final List<String> ALL =
      List.of(
          AMNESIAC,
          AMNESIAC,
          AMNESIAC + ", start l a",
          "kill l c, wipe-join l c, put l v",
          "term l c, wipe-join l c, put l v",
          LAGGARD,
          LAGGARD.replace("puts l v", "puts l v, kill l b"),
          "puts l v, force l a, put l v, start l b",
          "kill l b, puts l v, force l b, read l v, start l a",
          "put l v, restore a d, add l b, wipe-join l b",
          "cut l a, put a v, put l v, mend l a, read l v",
          "cut l c, settle l c, remove l c, mend l c, put l v",
          "add l d, wipe-join l d, promote l d, put l v",
          "kill l c, remove l c, add l d, wipe-join l d, promote l d",
          "kill l a, kill l b, put l v, start l b, put l v");

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
    List<Member> members =
        model
            .seen()
            .leader()
            .flatMap(model.seen()::view)
            .map(MemberSnapshot::members)
            .orElse(List.of());
    List<Integer> listed = Generator.listed(members);
    List<Integer> voters =
        new ArrayList<>(
            Generator.listed(members.stream().filter(m -> !m.learner()).toList()).stream()
                .filter(p -> model.seen().view(p).isPresent())
                .toList());
    Collections.shuffle(voters, random);
    List<Integer> free =
        IntStream.range(0, Place.COUNT).boxed().filter(p -> !listed.contains(p)).toList();
    if (voters.size() < 2 || free.isEmpty()) {
      return List.of();
    }
    String recipe = ALL.get(random.nextInt(ALL.size()));
    String fitting = voters.size() < 3 && recipe.startsWith(AMNESIAC) ? LAGGARD : recipe;
    String numbers =
        fitting
            .replaceAll("\\ba\\b", voters.getFirst().toString())
            .replaceAll("\\bb\\b", voters.get(1).toString())
            .replaceAll("\\bc\\b", voters.getLast().toString())
            .replaceAll("\\bd\\b", free.get(random.nextInt(free.size())).toString())
            .replaceAll("\\bl\\b", Integer.toString(LEADER))
            .replaceAll("\\bv\\b", Integer.toString(value));
    return List.of(numbers.split(", ", -1)).stream().map(Op::parse).toList();
  }
}
