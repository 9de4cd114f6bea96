/** The hosted zones of DNS by the API of Route 53. */
@NullMarked
package io.quorate.controller.route53;

import org.jspecify.annotations.NullMarked;
