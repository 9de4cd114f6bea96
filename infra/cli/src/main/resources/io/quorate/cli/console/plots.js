// What the page has seen since it was opened. Nothing of it is stored.

import uPlot from './uPlot.esm.js';
import { el, panel, setText } from './dom.js';
import { bytes, number } from './words.js';

const POINTS = 7200; // two hours, a point a second
const HEIGHT = 130;
const COLOURS = ['--line-1', '--line-2', '--line-3', '--line-4', '--line-5', '--line-6', '--line-7'];
const POWERS = Array.from({ length: 45 }, (none, power) => 2 ** power);
const memory = new Map();

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function plotsPanel(cluster) {
  const [node, body] = panel('Since this page was opened', { class: 'panel plots' });
  const grid = el('div', { class: 'grid' });
  body.append(grid);
  const kept = memory.get(cluster) ?? { times: [], points: [], last: undefined };
  memory.set(cluster, kept);
  const charts = [
    chart('Revisions a second', (point) => ({ revisions: point.rate }), (value) => number(value)),
    chart('Database', (point) => ({ size: point.size, 'in use': point.inUse }), bytes, POWERS),
    chart('Lag, raft entries', (point) => point.lag, (value) => number(value)),
    chart('Snapshot age', (point) => ({ newest: point.taken, verified: point.verified }), (value) => `${number(value)} min`),
  ];
  grid.append(...charts.map((each) => each.node));
  const sized = new ResizeObserver(() => charts.forEach((each) => each.size()));
  sized.observe(grid);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => charts.forEach((each) => each.draw(kept, true));
  scheme.addEventListener('change', repaint);

  return {
    node,
    update(data) {
      remember(kept, data);
      const quota = data.spec?.quotaBytes;
      charts[1].tell(quota ? `quota ${bytes(quota)}` : '');
      charts.forEach((each) => each.draw(kept, false));
    },
    close() {
      sized.disconnect();
      scheme.removeEventListener('change', repaint);
      charts.forEach((each) => each.close());
    },
  };
}

function remember(kept, data) {
  const when = Date.parse(data.readAt) / 1000;
  if (kept.times.length && when <= kept.times.at(-1)) return;
  const leader = data.members.find((member) => member.role === 'LEADER' && member.serving);
  const minutes = (instant) => (instant ? (when - Date.parse(instant) / 1000) / 60 : null);
  kept.times.push(when);
  kept.points.push({
    rate: rate(kept, leader),
    size: leader?.dbSizeBytes ?? null,
    inUse: leader?.dbInUseBytes ?? null,
    lag: Object.fromEntries(data.members.filter((member) => member.instance && member.role !== 'NONE')
      .map((member) => [member.instance, member.lag ?? null])),
    taken: minutes(data.snapshots.takenAt),
    verified: minutes(data.snapshots.verifiedAt),
  });
  if (kept.times.length > POINTS) {
    kept.times.shift();
    kept.points.shift();
  }
}

/** Between two heartbeats of the leader, which are what tells its revision. */
function rate(kept, leader) {
  if (leader?.revision === undefined) return null;
  const at = Date.parse(leader.heartbeatAt) / 1000;
  const last = kept.last;
  if (!last || leader.revision < last.revision || at < last.at) kept.last = { at, revision: leader.revision, rate: null };
  else if (at > last.at) kept.last = { at, revision: leader.revision, rate: (leader.revision - last.revision) / (at - last.at) };
  return kept.last.rate;
}

function chart(title, valuesOf, words, incrs) {
  const beside = el('span', { class: 'count' });
  const place = el('div', { class: 'plot' });
  const legend = el('p', { class: 'legend' });
  const node = el('figure', {}, el('figcaption', {}, title, ' ', beside), place, legend);
  let plot;
  let names = '';

  function options(series) {
    const axis = { stroke: colour('--muted'), grid: { stroke: colour('--rule'), width: 1 }, ticks: { show: false }, font: '11px system-ui, sans-serif' };
    return {
      width: Math.max(200, place.clientWidth), height: HEIGHT, legend: { show: false }, cursor: { show: false },
      padding: [6, 8, 0, 0],
      scales: { x: { time: true }, y: { range: (self, low, high) => [0, Math.max(high ?? 0, 1) * 1.1] } },
      axes: [{ ...axis, size: 24, space: 70, values: (self, at) => at.map((each) => new Date(each * 1000).toISOString().slice(11, 19)) },
        { ...axis, size: 64, space: 28, ...(incrs && { incrs }), values: (self, at) => at.map(words) }],
      series: [{}, ...series.map((name, index) => ({ label: name, stroke: colour(COLOURS[index % COLOURS.length]), width: 1.5, points: { show: false } }))],
    };
  }

  function draw(kept, anew) {
    const series = [...new Set(kept.points.flatMap((point) => Object.keys(valuesOf(point))))].slice(-COLOURS.length);
    const columns = series.map((name) => kept.points.map((point) => valuesOf(point)[name] ?? null));
    if (!plot || anew || names !== series.join()) {
      plot?.destroy();
      names = series.join();
      plot = new uPlot(options(series), [kept.times, ...columns], place);
    } else {
      plot.setData([kept.times, ...columns]);
    }
    if (legend.childElementCount !== series.length || anew) {
      legend.replaceChildren(...series.map((name, index) => el('span', { class: `key line-${(index % COLOURS.length) + 1}` }, el('span'))));
    }
    series.forEach((name, index) => {
      const last = columns[index].at(-1);
      setText(legend.children[index].firstChild, `${name} ${last === null || last === undefined ? '—' : words(last)}`);
    });
  }

  return {
    node,
    draw,
    tell: (text) => setText(beside, text),
    size: () => plot?.setSize({ width: Math.max(200, place.clientWidth), height: HEIGHT }),
    close: () => plot?.destroy(),
  };
}
