/** What the agent's decisions need of the world: etcd's API and process, the disk, the journal. */
@NullMarked
package io.quorate.agent.port;

import org.jspecify.annotations.NullMarked;
