package io.quorate.store;

import java.util.Map;

/**
 * A stored record.
 *
 * @param key where it stands
 * @param attributes all but the key: strings, longs, booleans, lists and maps
 */
public record Item(Key key, Map<String, Object> attributes) {}
