// Builds elements. Text from records is only ever set as text: nothing here parses markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element with properties, then children: elements, or values as text. */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same of SVG. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null)
    .map((child) => (child instanceof Node ? child : String(child))));
  return node;
}

/** Sets an element's text where it differs: what is selected stays selected. */
export function setText(node, text) {
  const wanted = text === undefined || text === null ? '' : String(text);
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Sets or removes an attribute where it differs. */
export function setAttribute(node, name, value) {
  if (value === undefined || value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * Makes a parent's children follow a list: an item's element is made once, updated afterwards, and
 * keeps focus and selection.
 */
export function keyed(parent, items, keyOf, make, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let before = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let node = old.get(key);
    if (node) old.delete(key);
    else {
      node = make(item);
      node.dataset.key = key;
    }
    update(node, item);
    if (node === before) before = before.nextElementSibling;
    else parent.insertBefore(node, before);
  }
  old.forEach((node) => node.remove());
}

/** A section with its heading; the second is where its content goes. */
export function panel(title, properties = {}, ...beside) {
  const id = `panel-${title.toLowerCase().replace(/[^a-z]+/g, '-')}`;
  const body = el('div', { class: 'body' });
  const section = el('section', { ...properties, 'aria-labelledby': id },
    el('div', { class: 'head' }, el('h2', { id }, title), ...beside), body);
  return [section, body];
}

/** A name and a value, as in a list of facts; the second is the value's element. */
export function fact(name, properties = {}) {
  const value = el('dd', properties);
  return [el('div', {}, el('dt', {}, name), value), value];
}
