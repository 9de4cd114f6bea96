/** The operator's command {@code quorate}: its arguments, exit codes and messages. */
@NullMarked
package io.quorate.cli;

import org.jspecify.annotations.NullMarked;
