package io.quorate.localcloud.gateway;

import java.io.IOException;
import java.util.Optional;

/** Knows a table's partition key: IAM's {@code dynamodb:LeadingKeys} is about its values. */
@FunctionalInterface
public interface PartitionKeys {
  /** The attribute's name; empty for a table that is not there. */
  Optional<String> of(String table) throws IOException;
}
