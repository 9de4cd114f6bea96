@NullMarked
package io.quorate.cli.picture;

import org.jspecify.annotations.NullMarked;
