/** What all commands share: options, output, requests to the controller, waiting for their end. */
@NullMarked
package io.quorate.cli.frame;

import org.jspecify.annotations.NullMarked;
