/** The bucket of snapshots, and how one actor reaches it. */
@NullMarked
package io.quorate.simulation.bucket;

import org.jspecify.annotations.NullMarked;
