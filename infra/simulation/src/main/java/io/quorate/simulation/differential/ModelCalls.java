package io.quorate.simulation.differential;

import io.quorate.model.MemberId;
import io.quorate.simulation.etcd.Answer;
import io.quorate.simulation.etcd.Call;
import io.quorate.simulation.etcd.CallOutcome;
import io.quorate.simulation.etcd.EtcdWorld;
import io.quorate.simulation.etcd.Member;
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
  String read(int at, boolean linearizable) {
    return outcome(at, new Call.Range(linearizable));
  }

  @Override
  String list(int at) {
    return outcome(at, new Call.Members(true));
  }

  @Override
  String add(int at, String peerUrl, boolean learner) {
    return outcome(at, new Call.Add(peerUrl, learner));
  }

  @Override
  String promote(int at, int on) {
    return outcome(at, new Call.Promote(id(at, on)));
  }

  @Override
  String remove(int at, int on) {
    return outcome(at, new Call.Remove(id(at, on)));
  }

  @Override
  String move(int at, int on) {
    return outcome(at, new Call.MoveLeader(id(at, on)));
  }

  private MemberId id(int at, int on) {
    String url = place(on).peerUrl();
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
