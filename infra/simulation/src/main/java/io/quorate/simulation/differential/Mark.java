package io.quorate.simulation.differential;

/** What a sequence is said to have covered, as it was seen to happen. */
enum Mark {
  AMNESIAC("a voter forgot its disk and started under its old id"),
  ROLLED_BACK("a voter started on an older copy of its disk"),
  WRITES_LOST("acknowledged writes were lost in a living cluster"),
  FORCED("a new cluster was forced on a copy"),
  RESTORED("a snapshot was restored with a bumped revision"),
  PARTITIONED("a running member was cut off by refused connections"),
  CALLED_WHILE_CUT("a call was made while somebody was cut off"),
  FROZEN("a member was frozen"),
  RESTARTED("a member resumed from its disk"),
  JOINED("a new member started with state existing"),
  PROMOTED("a learner became a voter"),
  REMOVED("a member was removed"),
  NO_QUORUM("no leader was left though somebody ran"),
  TWO_CLUSTERS("two clusters ran at once"),
  REFUSED("a call was refused"),
  UNANSWERED("a call had no clear answer"),
  ENDED("a process ended by itself"),
  PANICKED("a process panicked");

  private final String words;

  Mark(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
