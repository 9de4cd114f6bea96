/** Puts the compute services on a local cloud, wired to one another. */
@NullMarked
package io.quorate.localcloud.compute;

import org.jspecify.annotations.NullMarked;
