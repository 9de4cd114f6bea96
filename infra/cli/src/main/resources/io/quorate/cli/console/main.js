// Chooses the view by the URL's fragment: all clusters, or one.

import { fleetView } from './fleet.js';
import { clusterView } from './cluster.js';
import { el } from './dom.js';
import { tick } from './words.js';

const main = document.getElementById('main');
const crumb = document.getElementById('crumb');
let close = () => {};

function route(reference) {
  close();
  main.replaceChildren();
  const named = /^#\/cluster\/([a-z0-9-]+)$/.exec(location.hash);
  if (named) {
    crumb.replaceChildren(el('span', { class: 'slash', 'aria-hidden': 'true' }, '/'), el('span', {}, named[1]));
    document.title = `${named[1]} · Quorate`;
    close = clusterView(main, named[1], reference);
  } else {
    crumb.replaceChildren();
    document.title = 'Clusters · Quorate';
    close = fleetView(main);
  }
}

const reference = await (await fetch('api/reference')).json();
document.getElementById('about').append(
  ...Object.entries({
    'clusters table': reference.about.clustersTable,
    'nodes table': reference.about.nodesTable,
    region: reference.about.region,
    endpoint: reference.about.endpoint,
  }).filter(([, value]) => value).map(([name, value]) => el('span', {}, `${name} ${value}`)),
  el('span', {}, 'read-only'));
addEventListener('hashchange', () => route(reference));
setInterval(tick, 1000);
route(reference);
