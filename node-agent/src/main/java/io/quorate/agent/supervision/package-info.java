/** Keeps etcd running on data that may run, and finds out why it stopped. */
@NullMarked
package io.quorate.agent.supervision;

import org.jspecify.annotations.NullMarked;
