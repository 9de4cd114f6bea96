// Members in their zones. Tells, too, which states have changed since the last look.

import { el, keyed, panel, setAttribute, setText } from './dom.js';
import { bytes, memberTone, number, plural } from './words.js';

const keyOf = (member) => member.instance ?? `member-${member.member}`;
const ROLES = { LEADER: 'leader', VOTER: 'voter', LEARNER: 'learner', NONE: 'no member' };

export function membersPanel() {
  const count = el('span', { class: 'count' });
  const [node, body] = panel('Members', { class: 'panel members' }, count);
  const zones = el('div', { class: 'zones' });
  const empty = el('p', { class: 'empty' }, 'No node has registered yet.');
  body.append(zones, empty);
  let before;

  return {
    node,
    /** Shows them; what changed since the last look. */
    update(data) {
      empty.hidden = data.members.length > 0;
      const byZone = new Map();
      for (const member of data.members) {
        const zone = member.zone ?? 'zone unknown';
        byZone.set(zone, [...(byZone.get(zone) ?? []), member]);
      }
      setText(count, data.members.length ? `${plural(data.members.length, 'node')} in ${plural(byZone.size, 'zone')}` : '');
      keyed(zones, [...byZone.entries()].sort(([a], [b]) => (a < b ? -1 : 1)), ([zone]) => zone,
        ([zone]) => el('div', { class: 'zone' }, el('h3', {}, zone), el('ul')),
        (column, [, members]) => keyed(column.lastChild, members, keyOf, makeCard,
          (card, member) => updateCard(card, member, data.spec?.quotaBytes)));
      const now = new Map(data.members.map((member) => [keyOf(member),
        { words: `${ROLES[member.role] ?? 'node'}, ${member.state}`, tone: memberTone(member) }]));
      const changes = before ? changesBetween(before, now) : [];
      before = now;
      return changes;
    },
  };
}

function changesBetween(before, now) {
  const changes = [];
  for (const [key, { words, tone }] of now) {
    const old = before.get(key)?.words;
    if (old !== words) changes.push({ message: old ? `${key}: ${old} → ${words}` : `${key}: seen for the first time, ${words}`, tone });
  }
  for (const [key, { words }] of before) {
    if (!now.has(key)) changes.push({ message: `${key}: gone, was ${words}`, tone: 'muted' });
  }
  return changes;
}

function makeCard(member) {
  const value = (label, wide) => el('div', { class: wide ? 'row wide' : 'row' }, el('dt', {}, label), el('dd'));
  const card = el('li', { class: 'card' },
    el('div', { class: 'state' }, el('strong'), el('span', { class: 'role' })),
    el('p', { class: 'id' }, member.instance ?? 'never started'),
    el('p', { class: 'step' }),
    el('dl', {}, value('Revision'), value('Lag'), value('etcd'), value('Seen'), value('Member', true), value('Database', true), value('Note', true)));
  const database = card.querySelectorAll('dd')[5];
  database.append(el('span'), el('meter', { min: 0, max: 1, low: 0.8, high: 0.9, optimum: 0, 'aria-label': 'Part of the quota in use' }));
  return card;
}

function updateCard(card, member, quota) {
  const [top, , step, list] = card.children;
  setAttribute(card, 'class', `card ${memberTone(member)}`);
  setText(top.firstChild, member.state);
  setText(top.lastChild, ROLES[member.role] ?? member.role);
  setAttribute(top.lastChild, 'class', member.role === 'LEADER' ? 'role leads' : 'role');
  step.hidden = !member.currentStep;
  setText(step, member.currentStep);
  const [revision, lag, version, seen, id, database, note] = [...list.children].map((row) => row.lastChild);
  setText(revision, number(member.revision) || '—');
  setText(lag, number(member.lag) || '—');
  const [size, meter] = database.children;
  const known = member.dbSizeBytes !== undefined;
  setText(size, known ? `${bytes(member.dbSizeBytes)}${quota ? ` of ${bytes(quota)}` : ''}` : '—');
  meter.hidden = !known || !quota;
  if (known && quota) {
    setAttribute(meter, 'value', Math.min(1, member.dbSizeBytes / quota));
    setAttribute(meter, 'title', `${number((100 * member.dbSizeBytes) / quota)}% of the quota, ${bytes(member.dbInUseBytes)} in use`);
  }
  setText(id, member.member ?? '—');
  setText(version, member.version ?? '—');
  setAttribute(seen, 'data-since', member.heartbeatAt);
  seen.dataset.after = ' ago';
  if (!member.heartbeatAt) setText(seen, 'never');
  setAttribute(seen, 'title', member.sequence === undefined ? undefined : `heartbeat ${member.sequence}, ${member.heartbeatAt}`);
  const notes = [...member.alarms.map((alarm) => `alarm ${alarm}`), member.lastExit && `last exit: ${member.lastExit}`].filter(Boolean);
  note.parentNode.hidden = notes.length === 0;
  setText(note, notes.join('; '));
}
