/** The command that {@code infra/benchmark} runs, with all that it measures. */
@NullMarked
package io.quorate.benchmark.command;

import org.jspecify.annotations.NullMarked;
