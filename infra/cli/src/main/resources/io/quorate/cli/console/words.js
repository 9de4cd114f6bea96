// Values as short words, as the command prints them.

const TONES = {
  HEALTHY: 'ok', CHANGING: 'info', BOOTSTRAPPING: 'info', WAITING_FOR_NODES: 'info',
  HIBERNATED: 'info',
  DEGRADED: 'warn', UNSEEN: 'warn', NO_QUORUM: 'bad', HALTED: 'bad',
};

const SEVERITIES = { PAGE: 'bad', TICKET: 'warn', NOTE: 'info' };

/** What is shown as a cluster's phase, and how grave it is: a healthy one whose voters have changed since is not. */
export function phaseWords(cluster) {
  if (cluster.deleted) return ['DELETED', 'muted'];
  const phase = cluster.phase ?? 'unknown';
  if (!cluster.phaseCurrent) return [`${phase} (old)`, phase === 'HEALTHY' ? 'warn' : phaseTone(phase)];
  return phase === 'HEALTHY' && cluster.health !== 'HEALTHY' ? ['HEALTHY at the last turn', 'warn'] : [phase, phaseTone(phase)];
}

/** How grave a phase is, as a class name. */
export const phaseTone = (phase) => (Object.hasOwn(TONES, phase ?? '') ? TONES[phase] : 'muted');

/** How grave a severity is, as a class name. */
export const severityTone = (severity) =>
  (Object.hasOwn(SEVERITIES, severity ?? '') ? SEVERITIES[severity] : 'muted');

/** How a member stands, as a class name. */
export function memberTone(member) {
  if (member.terminated) return 'bad';
  if (member.silent || member.missedByLeader) return 'warn';
  if (member.serving) return 'ok';
  if (member.inMemory) return 'warn';
  if (member.role === 'LEARNER') return 'info';
  if (member.role === 'NONE') return member.currentStep ? 'info' : 'muted';
  return 'bad';
}

// The time of the last message, and how long ago it came by this browser's own counter: ages do not
// depend on two clocks that differ.
let base = Date.now();
let came = performance.now();

export function setClock(readAt) {
  base = Date.parse(readAt);
  came = performance.now();
}

export const now = () => base + (performance.now() - came);

export function age(since) {
  const seconds = Math.max(0, Math.floor((now() - Date.parse(since)) / 1000));
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 120 * 60) return `${Math.floor(seconds / 60)} min`;
  return seconds < 48 * 3600 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
}

export function bytes(size) {
  if (size === undefined) return '';
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let unit = 0;
  let value = size;
  while (value >= 1024 && unit < 3) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const number = (value) => (value === undefined ? '' : GROUPED.format(value));

/** 14:02:11Z, with the day in front where it is another. */
export function time(instant) {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const iso = at.toISOString();
  const today = new Date(now()).toISOString().slice(0, 10);
  return (iso.startsWith(today) ? '' : `${iso.slice(0, 10)} `) + `${iso.slice(11, 19)}Z`;
}

export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** Keeps every element that shows an age right: those with data-since. */
export function tick() {
  for (const node of document.querySelectorAll('[data-since]')) {
    const text = (node.dataset.before ?? '') + age(node.dataset.since) + (node.dataset.after ?? '');
    if (node.textContent !== text) node.textContent = text;
  }
}
