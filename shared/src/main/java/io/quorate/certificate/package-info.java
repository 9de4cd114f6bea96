/** Who signs a cluster's certificates, and what was signed for each node. */
@NullMarked
package io.quorate.certificate;

import org.jspecify.annotations.NullMarked;
