/** Which records the cluster's name is to have, and what has to be written for that. */
@NullMarked
package io.quorate.controller.plan.dns;

import org.jspecify.annotations.NullMarked;
