package io.quorate.controller.view;

/**
 * A lifecycle hook of a group, Quorate's or another.
 *
 * @param name its name
 * @param transition what it holds, as Auto Scaling spells it
 * @param defaultResult what its timeout answers, as Auto Scaling spells it
 */
public record GroupHook(String name, String transition, String defaultResult) {}
