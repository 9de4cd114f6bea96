@NullMarked
package io.quorate.cli;

import org.jspecify.annotations.NullMarked;
