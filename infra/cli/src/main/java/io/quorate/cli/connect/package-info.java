/** How a command reaches AWS, and what it says where it cannot. */
@NullMarked
package io.quorate.cli.connect;

import org.jspecify.annotations.NullMarked;
