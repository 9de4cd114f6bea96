@NullMarked
package io.quorate.cli.console;

import org.jspecify.annotations.NullMarked;
