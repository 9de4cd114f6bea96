/**
 * Snapshots: taking them to the bucket, and restoring them beside the node's etcd to verify them.
 */
@NullMarked
package io.quorate.agent.snapshots;

import org.jspecify.annotations.NullMarked;
