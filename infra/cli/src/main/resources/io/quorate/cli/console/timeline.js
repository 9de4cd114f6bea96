// The journal on a time axis, a lane for each kind of decision; below it the same as a list.
// Zoom: the buttons, drag over a stretch, Ctrl and wheel, or + - 0 and the arrow keys.

import { el, keyed, panel, setAttribute, setText, svg } from './dom.js';
import { openEntry } from './entry.js';
import { now, phaseTone, time } from './words.js';

const MINUTE = 60_000;
const SPANS = [['5 min', 5 * MINUTE], ['1 h', 60 * MINUTE], ['6 h', 360 * MINUTE], ['2 d', 2880 * MINUTE], ['All', 0]];
const LANE = 20;
const TOP = 22;
const LANES = 14;
const LISTED = 150;
const ENOUGH = 8;
const MAGNIFY = 1.6;

export function timelinePanel(cluster) {
  const entries = new Map();
  const phases = [];
  let span = 0;
  let end; // undefined: now
  let chosen = false;

  const buttons = SPANS.map(([name, length]) => el('button', { type: 'button', class: 'chip', onclick: () => view(length) }, name));
  const [node, body] = panel('Timeline', { class: 'panel timeline' },
    el('span', { class: 'count' }, 'decisions with their reasons, and what this page saw'),
    el('div', { class: 'chips', role: 'group', 'aria-label': 'Stretch of time' },
      el('button', { type: 'button', class: 'chip', 'aria-label': 'Zoom in', onclick: () => zoom(1 / MAGNIFY) }, '+'),
      el('button', { type: 'button', class: 'chip', 'aria-label': 'Zoom out', onclick: () => zoom(MAGNIFY) }, '−'), ...buttons));
  const picture = svg('svg', { class: 'axis', 'aria-hidden': 'true' });
  const frame = el('div', { class: 'frame', tabindex: 0, role: 'group', onkeydown: key, onwheel: wheel,
    'aria-label': 'Timeline: plus and minus zoom, arrows move, 0 shows everything. The list below has the same entries.' }, picture);
  const list = el('ol', { class: 'entries' });
  const empty = el('p', { class: 'empty' });
  body.append(frame, list, empty);
  const sized = new ResizeObserver(() => draw());
  sized.observe(frame);
  const ticking = setInterval(() => end === undefined && draw(), 1000);
  drag();

  const sorted = () => [...entries.values()].sort((a, b) => a.when - b.when);
  const first = () => sorted()[0]?.when ?? now() - MINUTE;

  function range() {
    const to = end ?? now();
    const length = span || Math.max(MINUTE, (to - first()) * 1.03);
    return [to - length, to];
  }

  function view(length, to) {
    chosen = true;
    span = length;
    end = to;
    draw();
  }

  function zoom(factor) {
    const [from, to] = range();
    const middle = end === undefined ? to : (from + to) / 2;
    const length = Math.max(5000, (to - from) * factor);
    view(length, end === undefined ? undefined : middle + length / 2);
  }

  function move(part) {
    const [from, to] = range();
    const next = to + (to - from) * part;
    view(to - from, next >= now() ? undefined : next);
  }

  function key(event) {
    const does = { '+': () => zoom(1 / MAGNIFY), '=': () => zoom(1 / MAGNIFY), '-': () => zoom(MAGNIFY), 0: () => view(0),
      ArrowLeft: () => move(-0.25), ArrowRight: () => move(0.25) }[event.key];
    if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    does();
  }

  function wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? MAGNIFY : 1 / MAGNIFY);
  }

  /** A stretch that is dragged over becomes the view; a click opens the entry below it. */
  function drag() {
    let from;
    const at = (event) => {
      const box = picture.getBoundingClientRect();
      const [start, to] = range();
      return start + ((event.clientX - box.left - labels()) / Math.max(1, box.width - labels())) * (to - start);
    };
    picture.addEventListener('pointerdown', (event) => {
      from = { x: event.clientX, when: at(event) };
    });
    picture.addEventListener('pointerup', (event) => {
      if (from && Math.abs(event.clientX - from.x) > 8) {
        const when = at(event);
        view(Math.max(5000, Math.abs(when - from.when)), Math.min(now(), Math.max(when, from.when)));
      } else {
        const entry = entries.get(event.target.dataset?.entry ?? '');
        if (entry) openEntry(entry, cluster);
      }
      from = undefined;
    });
  }

  const labels = () => (frame.clientWidth < 560 ? 104 : 190);

  function draw() {
    const all = sorted();
    const [from, to] = range();
    const width = Math.max(280, frame.clientWidth);
    const counts = new Map();
    all.forEach((entry) => counts.set(entry.decision, (counts.get(entry.decision) ?? 0) + 1));
    const names = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, LANES).sort();
    const height = TOP + (names.length + 1) * LANE + 4;
    const x = (when) => labels() + ((when - from) / (to - from)) * (width - labels() - 8);
    const parts = ticks(from, to, x, height);
    parts.push(svg('text', { x: 0, y: TOP + 13, class: 'lane' }, 'phase'));
    phases.forEach((band, index) => {
      const until = phases[index + 1]?.when ?? now();
      const [left, right] = [Math.max(band.when, from), Math.min(until, to)];
      if (right > left) {
        parts.push(svg('rect', { x: x(left), y: TOP + 4, height: LANE - 8, width: Math.max(1, x(right) - x(left)), class: `band ${phaseTone(band.phase)}` },
          svg('title', {}, band.phase)));
      }
    });
    names.forEach((name, index) => {
      const y = TOP + (index + 1) * LANE;
      parts.push(svg('line', { x1: labels(), x2: width, y1: y + LANE / 2, y2: y + LANE / 2, class: 'rule' }));
      parts.push(svg('text', { x: 0, y: y + 13, class: 'lane' }, shortened(name, labels())));
    });
    const within = all.filter((entry) => entry.when >= from && entry.when <= to);
    within.forEach((entry) => {
      const lane = names.indexOf(entry.decision);
      if (lane >= 0) {
        parts.push(svg('circle', { cx: x(entry.when), cy: TOP + (lane + 1) * LANE + LANE / 2, r: 4.5, class: `entry ${tone(entry)}`, 'data-entry': entry.id },
          svg('title', {}, `${time(entry.at)} ${entry.reason}: ${entry.message}`)));
      }
    });
    setAttribute(picture, 'width', width);
    setAttribute(picture, 'height', height);
    picture.replaceChildren(...parts);
    buttons.forEach((button, index) => setAttribute(button, 'aria-pressed', String(end === undefined && span === SPANS[index][1])));
    keyed(list, within.slice(-LISTED).reverse(), (entry) => entry.id, makeEntry, () => {});
    empty.hidden = within.length > 0;
    setText(empty, all.length ? 'Nothing in this stretch of time; the journal has older entries: press All.' : 'No decision yet.');
  }

  function makeEntry(entry) {
    return el('li', {}, el('button', { type: 'button', onclick: () => openEntry(entry, cluster) },
      el('time', { datetime: entry.at }, time(entry.at)), el('span', { class: `what ${tone(entry)}` }, entry.decision),
      el('span', { class: 'reason' }, entry.reason), el('span', { class: 'message' }, entry.message)));
  }

  const add = (entry) => entries.set(entry.id, { ...entry, when: Date.parse(entry.at) });

  return {
    node,
    update(data) {
      data.entries.forEach(add);
      if (data.phase && phases.at(-1)?.phase !== data.phase) phases.push({ phase: data.phase, when: Date.parse(data.readAt) });
      if (!chosen && entries.size) {
        const recent = (length) => [...entries.values()].filter((entry) => entry.when >= now() - length).length;
        span = (SPANS.find(([, length]) => length && recent(length) >= Math.min(ENOUGH, entries.size)) ?? ['All', 0])[1];
        chosen = true;
      }
      draw();
    },
    /** What this page itself saw change: it is in no journal. */
    seen(at, message, tone) {
      add({ id: `seen ${at} ${message}`, at, decision: 'SEEN', reason: 'by this page', message, tone });
    },
    close() {
      clearInterval(ticking);
      sized.disconnect();
    },
  };
}

function tone(entry) {
  if (entry.decision === 'SEEN') return entry.tone;
  return entry.decision === 'OBSERVED' ? 'warn' : 'info';
}

function shortened(name, room) {
  const most = Math.floor(room / 7);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

const STEPS = [1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 86400, 7 * 86400].map((seconds) => seconds * 1000);

function ticks(from, to, x, height) {
  const step = STEPS.find((each) => (to - from) / each <= 7) ?? STEPS.at(-1);
  const parts = [];
  for (let when = Math.ceil(from / step) * step; when <= to; when += step) {
    const iso = new Date(when).toISOString();
    const text = step >= 86_400_000 ? iso.slice(5, 10) : step >= MINUTE ? iso.slice(11, 16) : iso.slice(11, 19);
    parts.push(svg('line', { x1: x(when), x2: x(when), y1: TOP, y2: height, class: 'grid' }),
      svg('text', { x: x(when), y: 13, class: 'tick', 'text-anchor': (to - when) / (to - from) < 0.03 ? 'end' : 'middle' }, text));
  }
  return parts;
}
