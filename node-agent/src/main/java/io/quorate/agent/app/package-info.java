/**
 * The agent as a program: settings, who the instance is, wiring, pages and exit codes. Nothing here
 * decides anything about etcd.
 */
@NullMarked
package io.quorate.agent.app;

import org.jspecify.annotations.NullMarked;
