/**
 * Users and certificates: what {@code auth}, {@code certificate}, {@code env} and {@code endpoints}
 * do.
 */
@NullMarked
package io.quorate.cli.access;

import org.jspecify.annotations.NullMarked;
