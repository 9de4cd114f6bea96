package io.quorate.localcloud.autoscaling;

/**
 * A tag of a group.
 *
 * @param key its key
 * @param value its value
 * @param propagate whether new instances get it too
 */
record GroupTag(String key, String value, boolean propagate) {}
