/** Who needs a certificate, and who gets one. Pure. */
@NullMarked
package io.quorate.controller.plan.certificates;

import org.jspecify.annotations.NullMarked;
