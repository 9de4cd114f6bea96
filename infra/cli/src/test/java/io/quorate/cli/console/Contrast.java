package io.quorate.cli.console;

/** How well text can be read: WCAG 2's ratio of its colour to what is behind it. */
final class Contrast {
  private Contrast() {}

  /** Lists the texts that are seen and whose contrast is below 4.5, each with its ratio. */
  static final String TOO_LOW =
      """
      const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
      const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((c) => c / 255)
          .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
      };
      const behind = (node) => {
        for (let at = node; at; at = at.parentElement) {
          const colour = parse(getComputedStyle(at).backgroundColor);
          if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
      };
      const low = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !node.checkVisibility()) continue;
        const style = getComputedStyle(node);
        const text = parse(node instanceof SVGElement ? style.fill : style.color);
        const [a, b] = [light(text), light(behind(node))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5 && node.tagName !== 'title') {
          low.push(`${walker.currentNode.data.trim()} (${node.className}): ${ratio.toFixed(2)}`);
        }
      }
      return low;
      """;
}
