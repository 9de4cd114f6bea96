package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.MemberSnapshot;
import io.quorate.etcdmodel.ModelProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Invents the next operation. It looks at the model for what would be interesting there, and now
 * and then does something that makes no sense.
 */
final class Generator {
  private final Random random;
  private int values;

  Generator(long seed) {
    this.random = new Random(seed);
  }

  /** The operations a sequence begins with; for every other sequence none. */
  List<Op> opening(ModelSide model) {
    return random.nextBoolean() ? new Recipes(random, values++).some(model) : List.of();
  }

  Op next(ModelSide model) {
    List<Integer> awake = new ArrayList<>();
    List<Integer> down = new ArrayList<>();
    List<Integer> frozen = new ArrayList<>();
    for (int place = 0; place < Place.COUNT; place++) {
      Optional<ModelProcess> process = model.seen().process(place);
      if (model.seen().view(place).isPresent()) {
        awake.add(place);
      } else if (process.filter(ModelProcess::frozen).isPresent()) {
        frozen.add(place);
      } else {
        down.add(place);
      }
    }
    if (awake.isEmpty()) {
      return frozen.isEmpty()
          ? new Op(Op.Kind.START, 0, pick(down))
          : new Op(Op.Kind.THAW, 0, pick(frozen));
    }
    int at = random.nextInt(4) > 0 ? model.seen().leader().orElse(pick(awake)) : pick(awake);
    return random.nextInt(8) == 0 ? anything(at) : sensible(model, at, awake, down, frozen);
  }

  private Op anything(int at) {
    Op.Kind[] kinds = {
      Op.Kind.PUT,
      Op.Kind.READ,
      Op.Kind.MEMBERS,
      Op.Kind.ADD,
      Op.Kind.ADD_VOTER,
      Op.Kind.PROMOTE,
      Op.Kind.REMOVE,
      Op.Kind.MOVE
    };
    return new Op(kinds[random.nextInt(kinds.length)], at, random.nextInt(Place.COUNT));
  }

  private Op sensible(
      ModelSide model, int at, List<Integer> awake, List<Integer> down, List<Integer> frozen) {
    Set<Integer> members = new TreeSet<>();
    Set<Integer> learners = new TreeSet<>();
    model.seen().view(at).map(MemberSnapshot::members).orElse(List.of()).stream()
        .forEach(m -> (m.learner() ? learners : members).add(Place.of(m.peerUrl())));
    List<Integer> cut = awake.stream().filter(model::isCut).toList();
    List<Integer> downMembers = down.stream().filter(members::contains).toList();
    List<Integer> free =
        down.stream().filter(p -> !members.contains(p) && !learners.contains(p)).toList();
    int percent = random.nextInt(100);
    if (!learners.isEmpty() && percent < 30) {
      int learner = learners.iterator().next();
      return down.contains(learner) && percent < 18
          ? new Op(Op.Kind.WIPE_JOIN, at, learner)
          : new Op(Op.Kind.PROMOTE, at, learner);
    }
    if (!cut.isEmpty() && percent < 40) {
      return new Op(Op.Kind.MEND, 0, pick(cut));
    }
    if (!frozen.isEmpty() && percent < 45) {
      return new Op(Op.Kind.THAW, 0, pick(frozen));
    }
    if (!downMembers.isEmpty() && percent < 55) {
      int place = pick(downMembers);
      Op.Kind[] ways = {
        Op.Kind.START,
        Op.Kind.START,
        Op.Kind.REMOVE,
        Op.Kind.REMOVE,
        Op.Kind.WIPE_JOIN,
        Op.Kind.WIPE_NEW,
        Op.Kind.ROLL_BACK
      };
      return new Op(ways[random.nextInt(ways.length)], at, place);
    }
    if (!free.isEmpty() && percent < 58) {
      return new Op(random.nextInt(6) == 0 ? Op.Kind.ADD_VOTER : Op.Kind.ADD, at, pick(free));
    }
    return fault(at, awake, down);
  }

  private Op fault(int at, List<Integer> awake, List<Integer> down) {
    int percent = random.nextInt(100);
    int some = pick(awake);
    if (percent < 14) {
      return new Op(Op.Kind.PUT, at, values++);
    } else if (percent < 20) {
      return new Op(Op.Kind.PUTS, at, values++);
    } else if (percent < 30) {
      return new Op(random.nextBoolean() ? Op.Kind.READ : Op.Kind.STALE, some, 0);
    } else if (percent < 44) {
      return new Op(Op.Kind.KILL, 0, some);
    } else if (percent < 51) {
      return new Op(Op.Kind.TERM, 0, some);
    } else if (percent < 58) {
      return new Op(Op.Kind.FREEZE, 0, some);
    } else if (percent < 66) {
      return new Op(Op.Kind.CUT, 0, some);
    } else if (percent < 73) {
      return new Op(Op.Kind.MOVE, at, some);
    } else if (percent < 81) {
      return new Op(Op.Kind.SETTLE, 0, 0);
    } else if (percent < 86) {
      return new Op(Op.Kind.REMOVE, at, some);
    } else if (percent < 89) {
      return new Op(Op.Kind.RESTORE, some, pick(awake));
    } else if (percent < 92) {
      return new Op(Op.Kind.FORCE, 0, some);
    } else if (percent < 95) {
      return new Op(Op.Kind.COPY, 0, some);
    } else if (percent < 97 && !down.isEmpty()) {
      return new Op(Op.Kind.WIPE_ALONE, 0, pick(down));
    }
    return new Op(Op.Kind.MEMBERS, some, 0);
  }

  private int pick(List<Integer> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Members as another member lists them. */
  static List<Integer> listed(List<Member> members) {
    return members.stream().map(m -> Place.of(m.peerUrl())).toList();
  }
}
