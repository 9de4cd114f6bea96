package io.quorate.etcdmodel;

/** One entry of a raft log. */
record Entry(long term, long index, Payload payload) {}
