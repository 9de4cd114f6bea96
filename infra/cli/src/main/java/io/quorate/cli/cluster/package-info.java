/** A cluster as a whole: its spec, status, events, pauses, and its end. */
@NullMarked
package io.quorate.cli.cluster;

import org.jspecify.annotations.NullMarked;
