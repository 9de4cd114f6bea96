/** etcd's data directories on one instance: made, inspected, archived, never deleted. */
@NullMarked
package io.quorate.agent.directory;

import org.jspecify.annotations.NullMarked;
