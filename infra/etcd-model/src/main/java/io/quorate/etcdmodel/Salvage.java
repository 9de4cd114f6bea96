package io.quorate.etcdmodel;

/** What a log comes to when all of it is applied, as etcd does after a salvage of its directory. */
final class Salvage {
  private Salvage() {}

  static Applied applied(RaftLog log) {
    Applied state = log.base().state().copy();
    for (Entry entry : log.slice(log.base().index() + 1, log.lastIndex())) {
      if (state.refusal(entry.payload()).isEmpty()) {
        state.store(entry.payload());
        state.change(entry.payload());
      }
    }
    return state;
  }

  static RaftConfig voting(RaftLog log) {
    RaftConfig voting = log.base().voting();
    for (Entry entry : log.slice(log.base().index() + 1, log.lastIndex())) {
      voting =
          switch (entry.payload()) {
            case Payload.Add add -> voting.with(add.member(), add.learner());
            case Payload.Promote promote -> voting.with(promote.member(), false);
            case Payload.Remove remove -> voting.without(remove.member());
            case Payload.Update update -> voting;
            case Payload.Nothing nothing -> voting;
            case Payload.Put put -> voting;
            case Payload.Attributes attributes -> voting;
            case Payload.Fill fill -> voting;
            case Payload.Compact compact -> voting;
            case Payload.RaiseNoSpace raise -> voting;
            case Payload.DisarmNoSpace disarm -> voting;
            case Payload.ChangeAuth change -> voting;
            case Payload.SetPassword set -> voting;
            case Payload.ReadAuth read -> voting;
          };
    }
    return voting;
  }
}
