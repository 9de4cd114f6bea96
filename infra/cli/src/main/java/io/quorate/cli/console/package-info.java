/**
 * The local web page: a server on the loopback address, and readers that run while it is viewed.
 */
@NullMarked
package io.quorate.cli.console;

import org.jspecify.annotations.NullMarked;
