/** The node's key, its certificates, and the files that etcd and the agent read them from. */
@NullMarked
package io.quorate.agent.tls;

import org.jspecify.annotations.NullMarked;
