// The operation under way with its steps; terminations and tasks; a recovery, state by state.

import { el, fact, keyed, panel, setAttribute, setText } from './dom.js';
import { time } from './words.js';

export function progressPanels(reference) {
  const [operation, operationBody] = panel('Operation', { class: 'panel operation', id: 'operation' });
  const what = el('p', { class: 'what' });
  const steps = el('ol', { class: 'steps' });
  const detail = el('p', { class: 'step' });
  const others = el('ul', { class: 'others' });
  operationBody.append(what, steps, detail, others);

  const [recovery, recoveryBody] = panel('Recovery', { class: 'panel recovery', id: 'recovery' });
  const states = el('ol', { class: 'steps' });
  const facts = el('dl', { class: 'facts' });
  recoveryBody.append(states, facts);

  const node = el('div', { class: 'column' }, operation, recovery);
  return {
    node,
    update(data) {
      const running = data.operation;
      const lines = beside(data);
      operation.hidden = !running && lines.length === 0;
      what.hidden = steps.hidden = detail.hidden = !running;
      if (running) {
        what.replaceChildren(el('strong', {}, running.kind), ` on ${running.executor}`,
          running.target ? ` for member ${running.target}` : '', ', since ', el('span', { 'data-since': running.since }),
          running.cancelRequested ? ', its cancel is asked for' : '');
        showSteps(steps, detail, reference.steps[running.kind] ?? [], running);
      }
      keyed(others, lines, (line) => line, () => el('li'), (item, line) => setText(item, line));
      recovery.hidden = !data.recovery;
      if (data.recovery) {
        showStates(states, reference.recoveryStates, data.recovery.recoveryState);
        const values = recoveryFacts(data.recovery, data.recoveryLoss);
        keyed(facts, values, ([name]) => name, ([name]) => fact(name)[0], (item, [, value]) => setText(item.lastChild, value));
      }
      node.hidden = operation.hidden && recovery.hidden;
    },
  };
}

/** A step reads "KIND STEP: what it waits for". */
function showSteps(list, detail, known, running) {
  const said = running.currentStep ?? '';
  const [, name = '', wait = ''] = /^\S+ (\S+?)(?:: (.*))?$/.exec(said) ?? [];
  const at = known.findIndex((each) => each.step === name);
  markSteps(list, known.map((each) => [each.step, about(each)]), at);
  setText(detail, at >= 0 ? [about(known[at]), wait].filter(Boolean).join('; ') : said || 'The node tells no step: it has not taken it up yet, or has ended it.');
}

/** What a step does, or what it waits for. */
const about = (step) => (step.does === 'nothing' ? `waits until ${step.checks}` : step.does);

function showStates(list, known, state) {
  markSteps(list, known.map((name) => [name, '']), known.indexOf(state));
}

function markSteps(list, steps, at) {
  keyed(list, steps.map(([name, title], index) => ({ name, title, index })), (step) => step.name,
    (step) => el('li', { title: step.title || undefined }, step.name), (item, { index }) => {
      setAttribute(item, 'class', index < at ? 'past' : index === at ? 'at' : 'ahead');
      setAttribute(item, 'aria-current', index === at ? 'step' : undefined);
    });
}

function beside(data) {
  const task = data.snapshots.task;
  return [
    ...data.terminations.map((it) => `termination of ${it.instance} is recorded: ${it.because ?? it.reason ?? ''}`),
    ...data.replacementRequests.map((it) => `replacement of ${it.instance} is asked for: ${it.because ?? it.reason ?? ''}`),
    ...(task ? [`${task.kind} of snapshot ${task.snapshot} on ${task.executor}, since ${time(task.since)}`] : []),
  ];
}

function recoveryFacts(recovery, loss) {
  const trial = recovery.trial;
  return [
    ['What', `${recovery.action} of generation ${recovery.generation}`],
    ['State', `${recovery.recoveryState} since ${time(recovery.stateSince)}`],
    ['Begun', time(recovery.since)],
    recovery.source && ['Source', `snapshot ${recovery.source.snapshot} at revision ${recovery.source.revision}`],
    trial && ['Trial', `${trial.number} on ${trial.candidate}${trial.failed ? `, not made: ${trial.failed}` : ''}`],
    loss && ['Lost', loss],
    recovery.note && ['Note', recovery.note],
    ...Object.entries(recovery.holders ?? {}).map(([instance, proof]) => [instance, proof]),
  ].filter(Boolean);
}
