package io.quorate.simulation.differential;

import io.quorate.model.MemberId;
import io.quorate.simulation.etcd.Answer;
import io.quorate.simulation.etcd.Call;
import io.quorate.simulation.etcd.EtcdWorld;
import io.quorate.simulation.etcd.Member;
import io.quorate.simulation.etcd.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Calls to the model; its time goes on until they are answered. */
final class ModelCalls {
  private final String network;
  private final EtcdWorld world;
  private final ModelLook look;

  ModelCalls(String network, EtcdWorld world, ModelLook look) {
    this.network = network;
    this.world = world;
    this.look = look;
  }

  private Place place(int number) {
    return new Place(network, number);
  }

  String call(Op op) {
    return switch (op.kind()) {
      case PUT -> outcome(op.at(), new Call.Put("k" + op.on(), "v" + op.on()));
      case PUTS -> {
        String last = outcome(op.at(), new Call.Put("m0", "v" + op.on()));
        for (int i = 1; i < Side.MANY && last.startsWith("ok"); i++) {
          last = outcome(op.at(), new Call.Put("m" + i, "v" + op.on()));
        }
        yield last;
      }
      case READ -> outcome(op.at(), new Call.Range(true));
      case STALE -> outcome(op.at(), new Call.Range(false));
      case MEMBERS -> outcome(op.at(), new Call.Members(true));
      case ADD -> outcome(op.at(), new Call.Add(place(op.on()).peerUrl(), true));
      case ADD_VOTER -> outcome(op.at(), new Call.Add(place(op.on()).peerUrl(), false));
      case PROMOTE -> outcome(op.at(), new Call.Promote(id(op)));
      case REMOVE -> outcome(op.at(), new Call.Remove(id(op)));
      case MOVE -> outcome(op.at(), new Call.MoveLeader(id(op)));
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

  private MemberId id(Op op) {
    String url = place(op.on()).peerUrl();
    return look.view(op.at()).stream()
        .flatMap(v -> v.members().stream())
        .filter(m -> m.peerUrl().equals(url))
        .map(Member::id)
        .findFirst()
        .orElse(new MemberId(Side.NOBODY));
  }

  private String outcome(int at, Call call) {
    return switch (ask(at, call)) {
      case Outcome.Answered answered ->
          answered.answer() instanceof Answer.Written written
              ? "ok rev " + written.revision()
              : "ok";
      case Outcome.Refused refused -> Normal.refusal(refused.error());
      case Outcome.Unknown unknown -> Normal.UNKNOWN;
      case Outcome.NotReached notReached -> Normal.NOT_REACHED;
    };
  }

  Outcome ask(int at, Call call) {
    List<Outcome> told = new ArrayList<>();
    world.call(
        "client", place(at).clientUrl(), call, world.now() + Side.PATIENCE_MILLIS, told::add);
    while (told.isEmpty()) {
      world.advance(world.nextEventAt().orElseThrow());
    }
    return told.get(0);
  }
}
