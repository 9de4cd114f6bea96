package io.quorate.recovery;

import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.state.RevokedLeases;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recovery in the making: another one's fields, of which some change. */
final class RecoveryDraft {
  private final Recovery base;
  FencingToken token;
  Recovery.Action action;
  Recovery.State state;
  Instant stateSince;
  Map<InstanceId, String> holders;
  Optional<RecoverySource> source;
  List<PassedOver> passedOver;
  Optional<RecoveryTrial> trial;
  Optional<Instant> tryAfter;
  Optional<CommittedGeneration> committed;
  List<Salvage> salvages;
  Optional<Approval> approval;
  Optional<String> note;
  boolean keepLeases;
  Optional<RevokedLeases> revoked;
  List<UnreadSource> unread;

  RecoveryDraft(Recovery from) {
    base = from;
    token = from.token();
    action = from.action();
    state = from.state();
    stateSince = from.stateSince();
    holders = from.holders();
    source = from.source();
    passedOver = from.passedOver();
    trial = from.trial();
    tryAfter = from.tryAfter();
    committed = from.committed();
    salvages = from.salvages();
    approval = from.approval();
    note = from.note();
    keepLeases = from.keepLeases();
    revoked = from.revoked();
    unread = from.unread();
  }

  Recovery done() {
    return new Recovery(
        base.id(),
        base.uid(),
        base.generation(),
        token,
        action,
        state,
        base.since(),
        stateSince,
        holders,
        source,
        passedOver,
        trial,
        tryAfter,
        committed,
        salvages,
        approval,
        note,
        base.lostAt(),
        keepLeases,
        revoked,
        unread);
  }
}
