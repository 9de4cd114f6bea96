/** {@code snapshot}, and the import of one into a new cluster. */
@NullMarked
package io.quorate.cli.snapshot;

import org.jspecify.annotations.NullMarked;
