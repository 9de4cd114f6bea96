// A decision with its evidence, and what explain says now.

import { el, fact } from './dom.js';
import { time } from './words.js';

/** Opens a decision, and below it what a turn would decide now. */
export function openEntry(entry, cluster) {
  const dialog = openDialog(`${entry.decision}  ${entry.reason}`);
  dialog.body.append(
    el('p', { class: 'small' }, `${time(entry.at)}${entry.token === undefined ? '' : `, fencing token ${entry.token}`}`),
    el('p', { class: 'message' }, entry.message),
    facts(entry.evidence ?? {}));
  explainInto(dialog, cluster);
}

/** Opens what a turn would decide now. */
export function openExplanation(cluster) {
  explainInto(openDialog(`Explain ${cluster}`), cluster);
}

function openDialog(title) {
  const body = el('div', { class: 'dialog-body' });
  const close = el('button', { type: 'button', onclick: () => node.close() }, 'Close');
  const node = el('dialog', { 'aria-label': title, onclose: () => node.remove() },
    el('div', { class: 'head' }, el('h2', {}, title), close), body);
  document.body.append(node);
  node.showModal();
  return { node, body };
}

async function explainInto({ node, body }, cluster) {
  const place = el('div', { class: 'explanation' }, el('h3', {}, 'What a turn would decide now'), el('p', { class: 'small' }, 'Looking at tables, group and instances …'));
  body.append(place);
  const told = await fetch(`api/explain/${encodeURIComponent(cluster)}`).then((answer) => answer.json())
    .catch(() => ({ problem: 'the console did not answer' }));
  if (!node.isConnected) return;
  place.lastChild.remove();
  place.append(...explanation(told));
}

function explanation(told) {
  if (told.problem) return [el('p', { class: 'bad' }, told.problem)];
  if (told.halted) return [el('p', {}, `Nothing can be planned: ${told.halted.condition}: ${told.halted.message}`)];
  const { decision, rules, seen } = told;
  const asked = rules.filter((rule) => rule.result === 'APPLIES' || rule.result === 'WAITS');
  const not = rules.filter((rule) => rule.result === 'DOES_NOT_APPLY').length;
  return [
    el('p', { class: 'verdict' }, el('strong', {}, decision.decision), `  ${decision.reason}`),
    el('p', { class: 'message' }, decision.message),
    el('p', {}, decision.would),
    facts(decision.evidence),
    el('h4', {}, 'Rules'),
    el('ul', { class: 'rules' }, ...asked.map((rule) => el('li', {}, el('strong', {}, rule.rule),
      rule.result === 'APPLIES' ? ' decides: ' : ' waits: ', `${rule.decision} ${rule.reason}`))),
    el('p', { class: 'small' }, `${asked.length ? '' : 'No rule applies. '}${not} of ${rules.length} rules were asked and do not apply.`),
    el('h4', {}, 'Nodes, as the planner sees them'),
    el('div', { class: 'scroll' }, el('table', {}, el('thead', {}, el('tr', {},
      ...['Instance', 'Verdict', 'EC2', 'Group', 'Stands still'].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...seen.nodes.map((line) => el('tr', {}, el('th', { scope: 'row' }, line.instance), el('td', {}, line.verdict),
      el('td', {}, line.instanceState), el('td', {}, line.lifecycle ?? '—'),
      el('td', {}, line.stillSeconds === undefined ? '—' : `${line.stillSeconds} s`)))))),
    seen.group.known ? null : el('p', { class: 'warn' }, `The group is unknown to you: ${seen.group.why}`),
  ].filter(Boolean);
}

function facts(values) {
  return el('dl', { class: 'facts evidence' }, ...Object.entries(values).map(([name, value]) => {
    const [node, place] = fact(name);
    place.textContent = String(value);
    return node;
  }));
}

/** The manual's paragraphs: bold, code and the words of links; nothing else of its markup. */
export function prose(text) {
  return text.trim().split(/\n\s*\n/).map((paragraph) => el('p', {},
    ...paragraph.replace(/\n/g, ' ').split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
      if (part.startsWith('**')) return el('strong', {}, part.slice(2, -2));
      if (part.startsWith('`')) return el('code', {}, part.slice(1, -1));
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
      return link ? `${link[1]} (docs/${link[2]})` : part;
    })));
}
