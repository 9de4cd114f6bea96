/** An archive of what is known of a cluster, for whoever helps with it. */
@NullMarked
package io.quorate.cli.support;

import org.jspecify.annotations.NullMarked;
