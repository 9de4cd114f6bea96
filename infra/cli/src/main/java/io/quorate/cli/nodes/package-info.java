/** Instances and their rows: {@code nodes} and {@code rows}. */
@NullMarked
package io.quorate.cli.nodes;

import org.jspecify.annotations.NullMarked;
