/** What the tables say of a cluster, and what follows from it for a reader. */
@NullMarked
package io.quorate.cli.picture;

import org.jspecify.annotations.NullMarked;
