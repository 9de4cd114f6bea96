/** The etcd process and its API: flags, supervision, exit causes, membership calls. */
@NullMarked
package io.quorate.agent.etcd;

import org.jspecify.annotations.NullMarked;
