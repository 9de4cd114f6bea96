// All clusters: one row each, the worst first; filtered by words and by what needs attention.

import { el, keyed, setAttribute, setText } from './dom.js';
import { connect } from './live.js';
import { number, phaseWords, plural, severityTone, tick } from './words.js';

const AT_ONCE = 300;
const GRAVITY = { PAGE: 3, TICKET: 2, NOTE: 1 };
const PHASES = ['NO_QUORUM', 'HALTED', 'UNSEEN', 'DEGRADED', 'CHANGING', 'BOOTSTRAPPING', 'WAITING_FOR_NODES', 'HIBERNATED', 'HEALTHY'];

const gravity = (row) => GRAVITY[row.severity] ?? 0;
const phaseRank = (row) => {
  const rank = PHASES.indexOf(row.phase);
  return row.deleted || rank < 0 ? PHASES.length : rank;
};

const COLUMNS = [
  { name: 'Cluster', by: (row) => row.cluster },
  { name: 'Phase', by: phaseRank },
  { name: 'Serving', by: (row) => row.serving / Math.max(1, row.voters), numeric: true },
  { name: 'Margin', by: (row) => (row.quorumHeld ? row.tolerates : -1), numeric: true },
  { name: 'Snapshot', by: (row) => -(Date.parse(row.snapshots.takenAt) || 0), numeric: true },
  { name: 'Worst condition', by: (row) => -gravity(row) },
  { name: 'Generation', by: (row) => row.generation ?? 0, numeric: true, wide: true },
  { name: 'Read', by: (row) => Date.parse(row.readAt), numeric: true, wide: true },
];

const KINDS = {
  all: () => true,
  page: (row) => row.severity === 'PAGE',
  ticket: (row) => row.severity === 'TICKET',
  changing: (row) => row.health !== 'HEALTHY' && !row.deleted,
};

/** Shows it in a place; the function that it returns ends it. */
export function fleetView(place) {
  const rows = new Map();
  let sort = { column: 5, down: false };
  let kind = 'all';
  let everything = false;

  const filter = el('input', {
    type: 'search', id: 'filter', placeholder: 'Filter by name, group, phase, condition  ( / )',
    'aria-label': 'Filter the clusters', autocomplete: 'off', spellcheck: 'false', oninput: () => draw(),
  });
  const chips = Object.keys(KINDS).map((name) => el('button', {
    type: 'button', class: 'chip', 'aria-pressed': String(name === kind),
    onclick: () => {
      kind = name;
      draw();
    },
  }));
  const headers = COLUMNS.map((column, index) => el('th', {
    scope: 'col', class: [column.numeric && 'num', column.wide && 'wide'].filter(Boolean).join(' '),
  }, el('button', {
    type: 'button', onclick: () => {
      sort = { column: index, down: sort.column === index && !sort.down };
      draw();
    },
  }, column.name)));
  const body = el('tbody');
  const empty = el('p', { class: 'empty', hidden: true });
  const more = el('button', {
    type: 'button', class: 'more', hidden: true, onclick: () => {
      everything = true;
      draw();
    },
  });
  const unreadable = el('ul', { class: 'unreadable' });
  place.append(
    el('h1', { class: 'sr' }, 'Clusters'),
    el('div', { class: 'tools' }, filter, el('div', { class: 'chips', role: 'group', 'aria-label': 'Show' }, ...chips)),
    el('div', { class: 'scroll' }, el('table', { class: 'fleet' }, el('thead', {}, el('tr', {}, ...headers)), body)),
    empty, more, unreadable);

  const wanted = (row) => {
    const text = [row.cluster, row.group, row.deleted ? 'DELETED' : row.phase, row.operation,
      ...row.conditions.map((held) => held.type)].join(' ').toLowerCase();
    return KINDS[kind](row) && filter.value.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  };

  function draw() {
    const { by } = COLUMNS[sort.column];
    const found = [...rows.values()].filter(wanted).sort((a, b) => {
      const [x, y] = [by(a), by(b)];
      const order = (x < y ? -1 : x > y ? 1 : 0) * (sort.down ? -1 : 1);
      return order || phaseRank(a) - phaseRank(b) || (a.cluster < b.cluster ? -1 : 1);
    });
    headers.forEach((header, index) => setAttribute(header, 'aria-sort',
      index === sort.column ? (sort.down ? 'descending' : 'ascending') : undefined));
    Object.entries(KINDS).forEach(([name, holds], index) => {
      const count = [...rows.values()].filter(holds).length;
      setText(chips[index], { all: plural(count, 'cluster'), page: `${number(count)} page`,
        ticket: `${number(count)} ticket`, changing: `${number(count)} not healthy` }[name]);
      setAttribute(chips[index], 'aria-pressed', String(name === kind));
    });
    const shown = everything ? found : found.slice(0, AT_ONCE);
    keyed(body, shown, (row) => row.cluster, makeRow, updateRow);
    more.hidden = shown.length === found.length;
    setText(more, `Show all ${number(found.length)}`);
    empty.hidden = found.length > 0;
    setText(empty, rows.size === 0 ? 'No clusters yet. Make one: quorate apply -f cluster.yaml'
      : 'No cluster fits the filter.');
    tick();
  }

  const take = (data) => {
    data.gone.forEach((name) => rows.delete(name));
    data.rows.forEach((row) => rows.set(row.cluster, row));
    keyed(unreadable, data.unreadable, (line) => line, () => el('li'), (node, line) => setText(node, `unreadable: ${line}`));
    draw();
  };
  const end = connect('api/fleet', {
    whole: (data) => {
      rows.clear();
      take(data);
    },
    change: take,
  });
  const key = (event) => {
    if (event.key === '/' && document.activeElement !== filter) {
      event.preventDefault();
      filter.focus();
    } else if (event.key === 'Escape' && document.activeElement === filter) {
      filter.value = '';
      draw();
    }
  };
  document.addEventListener('keydown', key);
  return () => {
    document.removeEventListener('keydown', key);
    end();
  };
}

function makeRow(row) {
  const link = el('a', { href: `#/cluster/${encodeURIComponent(row.cluster)}` }, row.cluster);
  return el('tr', {},
    el('th', { scope: 'row' }, link),
    el('td', {}, el('span', { class: 'phase' })),
    el('td', { class: 'num' }), el('td', { class: 'num' }), el('td', { class: 'num' }, el('span')),
    el('td', { class: 'worst' }, el('span', { class: 'tag' }), el('span')),
    el('td', { class: 'num wide' }), el('td', { class: 'num wide' }, el('span')));
}

function updateRow(node, row) {
  const [, phase, serving, margin, snapshot, worst, generation, read] = node.children;
  const [words, tone] = phaseWords(row);
  setAttribute(phase.firstChild, 'class', `phase ${tone}`);
  setText(phase.firstChild, words);
  setText(serving, `${row.serving}/${row.voters}`);
  setText(margin, row.quorumHeld ? `can lose ${row.tolerates}` : 'no quorum');
  setAttribute(margin, 'class', `num ${row.deleted ? 'muted' : !row.quorumHeld ? 'bad' : row.tolerates === 0 && row.voters > 1 ? 'warn' : ''}`);
  setAttribute(snapshot.firstChild, 'data-since', row.snapshots.takenAt);
  if (!row.snapshots.takenAt) setText(snapshot.firstChild, 'none');
  const held = row.conditions.find((condition) => condition.severity === row.severity);
  const [tag, what] = worst.children;
  tag.hidden = !held;
  setAttribute(tag, 'class', `tag ${severityTone(row.severity)}`);
  setText(tag, row.severity);
  const others = row.conditions.length - 1;
  setText(what, held ? held.type + (others > 0 ? ` and ${others} more` : '')
    : row.unreadable.length ? 'records that cannot be read' : '—');
  setAttribute(worst, 'title', held?.message);
  setText(generation, row.generation);
  setAttribute(read.firstChild, 'data-since', row.readAt);
}
