/** Hosted zones, as Route 53's API keeps them; nothing here answers DNS. */
@NullMarked
package io.quorate.localcloud.route53;

import org.jspecify.annotations.NullMarked;
