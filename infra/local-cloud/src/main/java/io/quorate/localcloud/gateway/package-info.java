/**
 * The front of the local cloud: who asks which service for what, whether they may, and how many
 * times.
 */
@NullMarked
package io.quorate.localcloud.gateway;

import org.jspecify.annotations.NullMarked;
