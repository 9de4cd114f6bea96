/** The quick start: a cluster to look at on the local cloud, and what to try on it. */
@NullMarked
package io.quorate.deployment.quickstart;

import org.jspecify.annotations.NullMarked;
