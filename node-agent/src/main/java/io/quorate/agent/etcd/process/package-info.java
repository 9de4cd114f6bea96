/** etcd as a child process: its flags, exits and log, and one that runs in isolation. */
@NullMarked
package io.quorate.agent.etcd.process;

import org.jspecify.annotations.NullMarked;
