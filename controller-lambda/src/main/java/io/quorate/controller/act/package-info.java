/**
 * Records a decision's intent in one transaction, then performs its effect; one file a decision.
 */
@NullMarked
package io.quorate.controller.act;

import org.jspecify.annotations.NullMarked;
