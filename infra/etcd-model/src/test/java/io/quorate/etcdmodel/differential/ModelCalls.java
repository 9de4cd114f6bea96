package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.etcdmodel.Member;
import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.List;

/** Calls to the model; its time goes on until they are answered. */
final class ModelCalls extends SideCalls {
  private final EtcdWorld world;
  private final ModelLook look;

  ModelCalls(String network, EtcdWorld world, ModelLook look) {
    super(network);
    this.world = world;
    this.look = look;
  }

  @Override
  String put(int at, String key, String value) {
    return outcome(at, new Call.Put(key, value));
  }

  @Override
  String single(Op op) {
    String url = place(op.on()).peerUrl();
    return outcome(
        op.at(),
        switch (op.kind()) {
          case READ -> new Call.Range(true);
          case STALE -> new Call.Range(false);
          case MEMBERS -> new Call.Members(true);
          case ADD -> new Call.Add(url, true);
          case ADD_VOTER -> new Call.Add(url, false);
          case PROMOTE -> new Call.Promote(id(op.at(), url));
          case REMOVE -> new Call.Remove(id(op.at(), url));
          case MOVE -> new Call.MoveLeader(id(op.at(), url));
          default -> throw new IllegalArgumentException(op + ": expected a call");
        });
  }

  private MemberId id(int at, String url) {
    return look.view(at).stream()
        .flatMap(v -> v.members().stream())
        .filter(m -> m.peerUrl().equals(url))
        .map(Member::id)
        .findFirst()
        .orElse(new MemberId(NOBODY));
  }

  private String outcome(int at, Call call) {
    return switch (ask(at, call)) {
      case CallOutcome.Answered answered ->
          answered.answer() instanceof Answer.Written written
              ? "ok rev " + written.revision()
              : "ok";
      case CallOutcome.Refused refused -> Normal.refusal(refused.error());
      case CallOutcome.Unknown unknown -> Normal.UNKNOWN;
      case CallOutcome.NotReached notReached -> Normal.NOT_REACHED;
    };
  }

  CallOutcome ask(int at, Call call) {
    List<CallOutcome> told = new ArrayList<>();
    world.call("client", place(at).clientUrl(), call, world.now() + PATIENCE_MILLIS, told::add);
    while (told.isEmpty()) {
      world.advance(world.nextEventAt().orElseThrow());
    }
    return told.get(0);
  }
}
