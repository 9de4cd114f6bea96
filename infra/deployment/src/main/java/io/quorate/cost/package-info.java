/** What a control plane costs on AWS, from counted requests of a real run. */
@NullMarked
package io.quorate.cost;

import org.jspecify.annotations.NullMarked;
