package io.quorate.simulation.differential;

import java.util.Set;

/**
 * One operation that was done, and what it was an instance of.
 *
 * @param outcome real etcd's, in normal words; empty where there is nothing to say
 */
record DoneOp(Op op, String outcome, Set<Mark> marks) {
  DoneOp {
    marks = Set.copyOf(marks);
  }
}
