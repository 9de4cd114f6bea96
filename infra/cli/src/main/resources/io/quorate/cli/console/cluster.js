// One cluster: where it stands, what holds, who its members are, what happens and what happened.

import { el, fact, keyed, panel, setAttribute, setText } from './dom.js';
import { connect } from './live.js';
import { membersPanel } from './members.js';
import { progressPanels } from './progress.js';
import { timelinePanel } from './timeline.js';
import { plotsPanel } from './plots.js';
import { snapshotsPanel } from './snapshots.js';
import { openExplanation, prose } from './entry.js';
import { age, number, phaseWords, plural, severityTone, tick } from './words.js';

/** Shows it in a place; the function that it returns ends it. */
export function clusterView(place, name, reference) {
  const head = headline(name);
  const conditions = conditionsPanel(reference);
  const members = membersPanel();
  const progress = progressPanels(reference);
  const timeline = timelinePanel(name);
  const plots = plotsPanel(name);
  const snapshots = snapshotsPanel();
  const unreadable = el('ul', { class: 'unreadable' });
  place.append(head.node,
    el('div', { class: 'columns' },
      el('div', { class: 'column' }, members.node, progress.node),
      el('div', { class: 'column' }, conditions.node)),
    timeline.node, plots.node, snapshots.node, unreadable);

  const show = (data) => {
    head.update(data);
    conditions.update(data);
    members.update(data).forEach((change) => timeline.seen(data.readAt, change.message, change.tone));
    progress.update(data);
    timeline.update(data);
    if (data.catalogue) snapshots.catalogue(data.catalogue);
    snapshots.update(data);
    plots.update(data);
    keyed(unreadable, data.unreadable, (line) => line, () => el('li'),
      (node, line) => setText(node, `unreadable: ${line}`));
    tick();
  };
  const end = connect(`api/cluster/${encodeURIComponent(name)}`, { whole: show, change: show });
  return () => {
    end();
    plots.close();
    timeline.close();
  };
}

function headline(name) {
  const phase = el('span', { class: 'phase big', id: 'phase' });
  const quorum = el('p', { class: 'quorum', id: 'quorum' });
  const facts = {};
  const list = el('dl', { class: 'facts' }, ...['Leader', 'Generation', 'Newest snapshot', 'Last turn', 'Identity'].map((label) => {
    const [node, value] = fact(label);
    facts[label] = value;
    return node;
  }));
  const since = (label, instant, otherwise) => {
    const value = facts[label];
    setAttribute(value, 'data-since', instant);
    value.dataset.after = ' ago';
    if (!instant) setText(value, otherwise);
  };
  const explain = el('button', { type: 'button', id: 'explain', onclick: () => openExplanation(name) }, 'Explain');
  const node = el('div', { class: 'headline' },
    el('div', { class: 'title' }, el('h1', {}, name), phase, explain), quorum, list);
  return {
    node,
    update(data) {
      const [words, tone] = data.known ? phaseWords(data) : ['NO SUCH CLUSTER', 'muted'];
      setAttribute(phase, 'class', `phase big ${tone}`);
      setText(phase, words);
      setText(quorum, quorumWords(data));
      const leader = data.members.find((member) => member.role === 'LEADER');
      setText(facts.Leader, leader ? leader.instance ?? leader.member : 'none seen');
      setText(facts.Generation, data.generation === undefined ? '—' : number(data.generation));
      since('Newest snapshot', data.snapshots.takenAt, 'none');
      since('Last turn', data.lastTurnAt, 'never');
      setText(facts.Identity, [data.uid && `uid ${data.uid}`, data.etcdClusterId && `etcd cluster ${data.etcdClusterId}`,
        data.specVersion && `spec version ${data.specVersion}`].filter(Boolean).join(', ') || '—');
    },
  };
}

function quorumWords({ quorum, membersCurrent, known }) {
  if (!known) return 'The tables hold nothing under this name.';
  if (quorum.voters === 0) return 'It has no members yet.';
  const serve = `${quorum.serving} of ${quorum.voters} voters serve, ${quorum.needed} needed`;
  const then = quorum.held ? `: tolerates the loss of ${quorum.tolerates}` : ': no quorum is seen';
  return serve + then + (membersCurrent ? '' : '. The members are those last proved.');
}

function conditionsPanel(reference) {
  const count = el('span', { class: 'count' });
  const [node, body] = panel('Conditions', { class: 'panel conditions' }, count);
  const list = el('ul');
  const none = el('p', { class: 'empty' }, 'None.');
  body.append(list, none);
  return {
    node,
    update(data) {
      setText(count, data.conditions.length ? plural(data.conditions.length, 'holds', 'hold') : '');
      none.hidden = data.conditions.length > 0;
      list.hidden = data.conditions.length === 0;
      keyed(list, data.conditions, (held) => held.type, (held) => el('li', {},
        el('div', { class: 'line' }, el('span'), el('strong', {}, held.type), el('span', { class: 'since' })),
        el('p', { class: 'message' }),
        advice(held.type, reference)), (item, held) => {
        const [line, message] = item.children;
        const [tag, , held4] = line.children;
        setAttribute(tag, 'class', `tag ${severityTone(held.severity)}`);
        setText(tag, held.severity);
        held4.dataset.before = 'for ';
        setAttribute(held4, 'data-since', held.since);
        setText(held4, `for ${age(held.since)}`);
        setText(message, held.message);
      });
    },
  };
}

/** What the manual says of a condition: its meaning, what Quorate does, what you do. */
function advice(type, reference) {
  const text = reference.conditions[type];
  if (!text) return el('p', { class: 'small' }, 'The manual of this release does not know it.');
  return el('details', {}, el('summary', {}, 'What it means, and what to do'),
    ...prose(text), el('p', { class: 'small' }, `docs/operations.md, ${type}`));
}
