/** AWS Secrets Manager, as far as the agents and their operators use it. */
@NullMarked
package io.quorate.localcloud.secrets;

import org.jspecify.annotations.NullMarked;
