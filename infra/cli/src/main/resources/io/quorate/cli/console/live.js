// One stream of events for the page that is open. A tab that nobody sees lets go of it after a while.

import { now, setClock, time } from './words.js';
import { el, setText } from './dom.js';

const UNSEEN_FOR = 30_000;
const LATE_AFTER = 6_000;

const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
const word = el('span');
const notice = () => document.getElementById('notice');

let shownAt;
let heardAt = performance.now();
let problem;
let lost = false;

/** Opens a stream; hands every message to the view. The function that it returns ends it. */
export function connect(path, view) {
  let source;
  let unseen;
  shownAt = undefined;
  problem = undefined;
  lost = false;
  heardAt = performance.now();

  const open = () => {
    source = new EventSource(path);
    const take = (handle) => (event) => {
      heardAt = performance.now();
      lost = false;
      problem = undefined;
      const data = JSON.parse(event.data);
      setClock(data.readAt);
      shownAt = data.readAt;
      handle(data);
      show();
    };
    source.addEventListener('whole', take((data) => view.whole(data)));
    source.addEventListener('change', take((data) => view.change(data)));
    source.addEventListener('problem', (event) => {
      heardAt = performance.now();
      lost = false;
      problem = JSON.parse(event.data).problem;
      show();
    });
    source.addEventListener('error', () => {
      lost = true;
      show();
    });
  };
  const close = () => source?.close();
  const seen = () => {
    clearTimeout(unseen);
    if (document.hidden) unseen = setTimeout(close, UNSEEN_FOR);
    else if (source.readyState === EventSource.CLOSED) open();
  };
  const ticking = setInterval(show, 1000);
  document.addEventListener('visibilitychange', seen);
  open();
  show();
  return () => {
    close();
    clearTimeout(unseen);
    clearInterval(ticking);
    document.removeEventListener('visibilitychange', seen);
  };
}

function trouble() {
  if (lost) return ['The console has ended.', 'Start quorate console again; a new one has a new URL.'];
  if (problem) return ['No news from the store.', problem];
  if (shownAt && performance.now() - heardAt > LATE_AFTER) {
    return ['The store is slow to answer.', 'The page goes on when it does.'];
  }
  return undefined;
}

function show() {
  const wrong = trouble();
  const state = wrong ? 'warn' : shownAt ? 'ok' : 'muted';
  dot.className = `dot ${state}`;
  const words = wrong ? 'not live' : shownAt ? 'live' : 'reading';
  setText(word, shownAt ? `${words}, as of ${time(shownAt)}` : words);
  const live = document.getElementById('live');
  if (!live.contains(dot)) live.replaceChildren(dot, word);
  setText(document.getElementById('said'), wrong ? wrong.join(' ') : shownAt ? 'The page is live.' : '');
  const banner = notice();
  banner.hidden = !wrong;
  document.body.classList.toggle('stale', Boolean(wrong));
  if (!wrong) return;
  const seconds = shownAt ? Math.max(0, Math.round((now() - Date.parse(shownAt)) / 1000)) : 0;
  const shown = shownAt ? `What is shown is of ${time(shownAt)}, ${seconds} s ago.` : 'Nothing was read yet.';
  if (banner.childElementCount === 0) banner.append(el('strong'), el('span'), el('span'));
  const [what, of, why] = banner.children;
  setText(what, wrong[0]);
  setText(of, ` ${shown} `);
  setText(why, wrong[1]);
}
