/** This instance's own etcd, disk and journal behind the agent's ports. */
@NullMarked
package io.quorate.agent.local;

import org.jspecify.annotations.NullMarked;
