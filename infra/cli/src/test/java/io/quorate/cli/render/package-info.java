@NullMarked
package io.quorate.cli.render;

import org.jspecify.annotations.NullMarked;
