package io.quorate.etcdmodel;

import io.quorate.auth.AccessMode;
import io.quorate.auth.KeyRange;
import io.quorate.model.MemberId;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The state machine: membership with those removed, the keys, and users and roles. */
final class Applied {
  private static final long DIGEST_OF_NOTHING = 1_125_899_906_842_597L;

  private final SortedMap<MemberId, Member> members = new TreeMap<>();
  private final SortedSet<MemberId> removed = new TreeSet<>();
  private final SortedMap<String, Value> keys = new TreeMap<>();
  private long revision = 1;
  private Past past = new Past(1, DIGEST_OF_NOTHING, Optional.empty());
  private long changed;
  private long historyBytes;
  private long historySince;
  private long compacted;
  private long freeBytes;
  private AuthStore auth = AuthStore.NEW;
  private final SortedSet<MemberId> noSpace = new TreeSet<>();

  /** What the keys came to at a revision, and at those before: nothing is compacted. */
  private record Past(long revision, long digest, Optional<Past> before) {}

  /** A key's value and the revision that wrote it. */
  record Value(String text, long revision) {}

  Applied copy() {
    Applied copy = new Applied();
    copy.members.putAll(members);
    copy.removed.addAll(removed);
    copy.takeKeys(this);
    return copy;
  }

  /** Takes the keys of another state and leaves the membership. */
  void takeKeys(Applied from) {
    keys.clear();
    keys.putAll(from.keys);
    revision = from.revision;
    past = from.past;
    changed = from.changed;
    historyBytes = from.historyBytes;
    historySince = from.historySince;
    compacted = from.compacted;
    freeBytes = from.freeBytes;
    auth = from.auth;
    noSpace.clear();
    noSpace.addAll(from.noSpace);
  }

  /** What old revisions take of the database. */
  long historyBytes() {
    return historyBytes;
  }

  /** The free pages of the file that this was copied with. */
  long freeBytes() {
    return freeBytes;
  }

  /** It is copied with a file that has so many free pages. */
  void freeBytes(long bytes) {
    freeBytes = bytes;
  }

  /** Users and roles. */
  AuthStore auth() {
    return auth;
  }

  /** Up to where the history is dropped; 0 where nothing is. */
  long compacted() {
    return compacted;
  }

  /** The members of which NOSPACE is raised: while there are any, nothing is written. */
  SortedSet<MemberId> noSpace() {
    return noSpace;
  }

  SortedMap<MemberId, Member> members() {
    return members;
  }

  SortedSet<MemberId> removed() {
    return removed;
  }

  SortedMap<String, Value> keys() {
    return keys;
  }

  long revision() {
    return revision;
  }

  /** As etcdutl does: a store that was never written begins at zero. */
  void bump(long by) {
    revision = by == 0 ? revision : (keys.isEmpty() && revision == 1 ? 0 : revision) + by;
    past = new Past(revision, past.digest(), Optional.of(past));
  }

  /** Applies to the key store what changes it; the pages that come free by it. */
  long store(Payload payload) {
    switch (payload) {
      case Payload.Put put -> put(put.key(), put.value());
      case Payload.Fill fill -> {
        historyBytes = fill.bytes();
        historySince = fill.since();
      }
      case Payload.Compact compact -> {
        compacted = compact.revision();
        if (compacted >= historySince) {
          long free = historyBytes;
          historyBytes = 0;
          return free;
        }
      }
      case Payload.RaiseNoSpace raise -> noSpace.add(raise.member());
      case Payload.DisarmNoSpace disarm -> noSpace.clear();
      case Payload.ChangeAuth change -> auth = auth.after(change.change(), change.password());
      case Payload.SetPassword set -> auth = auth.afterPassword(set.user(), set.password());
      case Payload.ReadAuth read -> {}
      case Payload.Nothing nothing -> {}
      case Payload.Attributes attributes -> {}
      case Payload.Add add -> {}
      case Payload.Promote promote -> {}
      case Payload.Remove remove -> {}
      case Payload.Update update -> {}
    }
    return 0;
  }

  long put(String key, String value) {
    revision++;
    Value next = new Value(value, revision);
    Value former = keys.put(key, next);
    past =
        new Past(
            revision,
            past.digest() + hash(key, next) - (former == null ? 0 : hash(key, former)),
            Optional.of(past));
    return revision;
  }

  /** What a restored snapshot keeps: the keys, not the members. */
  Applied keysOnly() {
    Applied only = new Applied();
    only.takeKeys(this);
    return only;
  }

  /** Of all keys, values and revisions, in no order; kept up with each write. */
  long digest() {
    return past.digest() + changed;
  }

  /** The same as of a revision that there was; what was changed on the disk shows in it. */
  long digestAt(long at) {
    Past found = past;
    while (found.revision() > at && found.before().isPresent()) {
      found = found.before().get();
    }
    return found.digest() + changed;
  }

  /** A byte of an old value changes on the disk, unseen: every later hash shows it. */
  void changeByte(long by) {
    changed += by;
  }

  /** What all changed bytes come to; 0 where the keys are what raft applied. */
  long changed() {
    return changed;
  }

  private static long hash(String key, Value value) {
    long hash = (31L * key.hashCode() + value.text().hashCode()) * 31 + value.revision();
    return hash * 0x9E37_79B9_7F4A_7C15L ^ hash >>> 17;
  }

  long voters() {
    return members.values().stream().filter(m -> !m.learner()).count();
  }

  long startedVoters() {
    return members.values().stream().filter(m -> !m.learner() && m.started()).count();
  }

  /**
   * Why a configuration change is refused when it is applied, in etcd's order (membership's {@code
   * ValidateConfigurationChange}); empty when it is valid.
   */
  Optional<String> refusal(Payload change) {
    return switch (change) {
      case Payload.Add add -> {
        if (removed.contains(add.member())) {
          yield Optional.of(EtcdError.MEMBER_NOT_FOUND);
        }
        if (members.containsKey(add.member())) {
          yield Optional.of(EtcdError.MEMBER_EXISTS);
        }
        if (members.values().stream().anyMatch(m -> m.peerUrl().equals(add.peerUrl()))) {
          yield Optional.of(EtcdError.PEER_URL_EXISTS);
        }
        yield add.learner() && members.values().stream().anyMatch(Member::learner)
            ? Optional.of(EtcdError.TOO_MANY_LEARNERS)
            : Optional.empty();
      }
      case Payload.Promote promote -> {
        Member member = members.get(promote.member());
        if (member == null) {
          yield Optional.of(EtcdError.MEMBER_NOT_FOUND);
        }
        yield member.learner() ? Optional.empty() : Optional.of(EtcdError.NOT_A_LEARNER);
      }
      case Payload.Remove remove ->
          members.containsKey(remove.member())
              ? Optional.empty()
              : Optional.of(EtcdError.MEMBER_NOT_FOUND);
      case Payload.Update update -> {
        if (!members.containsKey(update.member())) {
          yield Optional.of(EtcdError.MEMBER_NOT_FOUND);
        }
        yield members.values().stream()
                .filter(m -> !m.id().equals(update.member()))
                .anyMatch(m -> m.peerUrl().equals(update.peerUrl()))
            ? Optional.of(EtcdError.PEER_URL_EXISTS)
            : Optional.empty();
      }
      case Payload.Nothing nothing -> Optional.empty();
      case Payload.Put put ->
          auth.refuses(put.by(), KeyRange.one(put.key()), AccessMode.WRITE)
              .or(() -> noSpace.isEmpty() ? Optional.empty() : Optional.of(EtcdError.NO_SPACE));
      case Payload.Compact compact -> {
        Optional<String> notRoot = auth.refusesAdmin(compact.by());
        if (notRoot.isPresent()) {
          yield notRoot;
        }
        if (compact.revision() <= compacted) {
          yield Optional.of(EtcdError.COMPACTED);
        }
        yield compact.revision() > revision
            ? Optional.of(EtcdError.FUTURE_REVISION)
            : Optional.empty();
      }
      case Payload.Attributes attributes -> Optional.empty();
      case Payload.Fill fill -> Optional.empty();
      case Payload.RaiseNoSpace raise -> Optional.empty();
      case Payload.DisarmNoSpace disarm -> Optional.empty();
      case Payload.ChangeAuth asked ->
          auth.refusesAdmin(asked.by()).or(() -> auth.refusal(asked.change()));
      case Payload.SetPassword set ->
          auth.refusesAdmin(set.by()).or(() -> auth.refusesPassword(set.user()));
      case Payload.ReadAuth read -> auth.refuses(read.by(), read.read());
    };
  }

  /** Applies a valid change, or attributes, to the membership. */
  void change(Payload payload) {
    switch (payload) {
      case Payload.Add add ->
          members.put(add.member(), new Member(add.member(), add.peerUrl(), "", "", add.learner()));
      case Payload.Promote promote ->
          members.computeIfPresent(promote.member(), (id, m) -> m.promoted());
      case Payload.Remove remove -> {
        members.remove(remove.member());
        removed.add(remove.member());
      }
      case Payload.Update update ->
          members.computeIfPresent(update.member(), (id, m) -> m.at(update.peerUrl()));
      case Payload.Attributes attributes ->
          members.computeIfPresent(
              attributes.member(),
              (id, m) -> m.published(attributes.name(), attributes.clientUrl()));
      case Payload.Nothing nothing -> {}
      case Payload.Put put -> {}
      case Payload.Fill fill -> {}
      case Payload.Compact compact -> {}
      case Payload.RaiseNoSpace raise -> {}
      case Payload.DisarmNoSpace disarm -> {}
      case Payload.ChangeAuth change -> {}
      case Payload.SetPassword set -> {}
      case Payload.ReadAuth read -> {}
    }
  }
}
