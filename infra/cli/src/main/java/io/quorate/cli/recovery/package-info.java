/** {@code recover}, {@code restore}, {@code rebuild} and {@code resume}. */
@NullMarked
package io.quorate.cli.recovery;

import org.jspecify.annotations.NullMarked;
