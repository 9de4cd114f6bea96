package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Raft's configuration: who votes, who only learns. */
record RaftConfig(SortedSet<MemberId> voters, SortedSet<MemberId> learners) {
  static final RaftConfig NOBODY = new RaftConfig(new TreeSet<>(), new TreeSet<>());

  RaftConfig {
    voters = Collections.unmodifiableSortedSet(new TreeSet<>(voters));
    learners = Collections.unmodifiableSortedSet(new TreeSet<>(learners));
  }

  boolean has(MemberId member) {
    return voters.contains(member) || learners.contains(member);
  }

  Set<MemberId> all() {
    SortedSet<MemberId> all = new TreeSet<>(voters);
    all.addAll(learners);
    return all;
  }

  /** Whether the voters for whom this holds are a majority. */
  boolean quorum(Predicate<MemberId> holds) {
    return voters.stream().filter(holds).count() * 2 > voters.size();
  }

  RaftConfig with(MemberId member, boolean learner) {
    SortedSet<MemberId> nowVoters = new TreeSet<>(voters);
    SortedSet<MemberId> nowLearners = new TreeSet<>(learners);
    if (learner) {
      if (!nowVoters.contains(member)) {
        nowLearners.add(member);
      }
    } else {
      nowLearners.remove(member);
      nowVoters.add(member);
    }
    return new RaftConfig(nowVoters, nowLearners);
  }

  RaftConfig without(MemberId member) {
    SortedSet<MemberId> nowVoters = new TreeSet<>(voters);
    SortedSet<MemberId> nowLearners = new TreeSet<>(learners);
    nowVoters.remove(member);
    nowLearners.remove(member);
    return new RaftConfig(nowVoters, nowLearners);
  }
}
