// The catalogue of snapshots, newest first, and what restoring each would lose now.

import { el, keyed, panel, setAttribute, setText } from './dom.js';
import { age, bytes, number, plural } from './words.js';

const AT_ONCE = 20;
const TONES = { VERIFIED: 'ok', TAKEN: 'info', FAILED: 'bad', DELETING: 'muted' };

export function snapshotsPanel() {
  const count = el('span', { class: 'count' });
  const [node, body] = panel('Snapshots', { class: 'panel snapshots' }, count);
  const rows = el('tbody');
  const empty = el('p', { class: 'empty' }, 'None.');
  const more = el('button', { type: 'button', class: 'more', hidden: true, onclick: () => {
    everything = true;
    draw();
  } });
  const table = el('div', { class: 'scroll' }, el('table', {}, el('thead', {}, el('tr', {},
    ...[['Snapshot'], ['State'], ['Age', 'num'], ['Restoring it loses'], ['Revision', 'num'], ['Size', 'num'], ['Restored in', 'num'], ['Why']]
      .map(([name, of]) => el('th', { scope: 'col', class: of }, name)))), rows));
  body.append(table, empty, more);
  let snapshots = [];
  let seen;
  let everything = false;

  function draw() {
    const shown = everything ? snapshots : snapshots.slice(0, AT_ONCE);
    setText(count, snapshots.length ? plural(snapshots.length, 'snapshot') : '');
    empty.hidden = snapshots.length > 0;
    table.hidden = snapshots.length === 0;
    more.hidden = shown.length === snapshots.length;
    setText(more, `Show all ${number(snapshots.length)}`);
    keyed(rows, shown, (record) => record.snapshot, (record) => el('tr', {}, el('th', { scope: 'row', class: 'id' }, record.snapshot),
      el('td', {}, el('span')), el('td', { class: 'num' }, el('span')), el('td'), el('td', { class: 'num' }), el('td', { class: 'num' }),
      el('td', { class: 'num' }), el('td', { class: 'why' })), (row, record) => {
      const [, state, since, lost, revision, size, restored, why] = row.children;
      setAttribute(state.firstChild, 'class', `tag ${Object.hasOwn(TONES, record.state) ? TONES[record.state] : 'muted'}`);
      setText(state.firstChild, record.state);
      setAttribute(since.firstChild, 'data-since', record.mintedAt);
      setText(lost, loses(record, seen));
      setText(revision, number(record.revision));
      setText(size, bytes(record.sizeBytes));
      setText(restored, record.restoreMillis === undefined ? '—' : `${(record.restoreMillis / 1000).toFixed(1)} s`);
      setText(why, [record.because, record.pinnedBy && `pinned by ${record.pinnedBy}`, record.failure].filter(Boolean).join('; '));
    });
  }

  return {
    node,
    catalogue(list) {
      snapshots = list.slice().reverse();
      draw();
    },
    update(data) {
      seen = data.revisionSeen ?? seen;
      draw();
    },
  };
}

function loses(record, seen) {
  if (!record.usable) return 'cannot be restored';
  if (!record.sameGeneration) return 'all that later generations wrote';
  if (seen === undefined) return `what the last ${age(record.mintedAt)} wrote`;
  const lost = Math.max(0, seen - record.revision);
  return lost === 0 ? 'nothing that was reported' : `${plural(lost, 'revision')} of the last ${age(record.mintedAt)}`;
}
