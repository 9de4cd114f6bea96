/** What the status shows for as long as it holds, one check a condition. Pure. */
@NullMarked
package io.quorate.controller.plan.conditions;

import org.jspecify.annotations.NullMarked;
