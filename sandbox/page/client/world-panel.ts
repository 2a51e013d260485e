import type { RequestView, WorldAct, WorldFault, WorldView } from '../protocol.ts';
import { WORLD_FAULTS } from '../protocol.ts';
import { countdownElement, timeElement } from './clock.ts';
import { type Connection, sentenceOf } from './connection.ts';
import { fill, h } from './dom.ts';
import { createShopForm } from './shop-form.ts';

const FAULT_NAMES: Readonly<Record<WorldFault, readonly [string, string]>> = {
  'service-restart': ['Restart the service', 'gone for six seconds'],
  'service-502': ['502 from the proxy', 'no shops, no new stream'],
  'stream-frozen': ['Freeze the stream', 'open, but silent'],
  'slow-ticks': ['Server slow', '900 ms between two ticks'],
  'health-503': ['Server down', 'its health report answers 503'],
  'discord-429': ['Discord: 429', 'messages are rate limited'],
  'discord-500': ['Discord: 500', 'messages fail'],
  'closed-dms': ['Closed DMs', 'people take no messages'],
  'lost-permission': ['Lost permission', 'Crier may not write'],
};

/** Reserves the space of answers, so that nothing moves below the pointer. */
const HINT = 'Crier hears of it as in the real game: over the stream, or with the next snapshot.';

/** The panel of the world: its controls, its state, and its requests. */
export function createWorldPanel(root: HTMLElement, connection: Connection) {
  const statusLine = h('p', { class: 'said', role: 'status', 'data-test': 'said' }, h('span', { class: 'hint' }, HINT));
  const state = h('dl', { class: 'state', 'data-test': 'state' });
  const faults = h('div', { class: 'faults' });
  const service = h('tbody');
  const discord = h('tbody', { 'data-test': 'discord-requests' });

  async function act(world: WorldAct): Promise<void> {
    try {
      statusLine.textContent = await connection.ask({ kind: 'world', act: world });
    } catch (error) {
      statusLine.textContent = sentenceOf(error);
    }
  }

  root.append(
    h('h2', {}, 'The world'),
    state,
    h('h3', {}, 'Make something happen'),
    statusLine,
    auctionForm(act),
    createShopForm(connection, act),
    h('p', {}, banButton(act)),
    h('h3', {}, 'Let something go wrong'),
    faults,
    requestTable('Asked of the service', service),
    requestTable('Asked of Discord', discord),
  );

  return {
    show(world: WorldView): void {
      fill(state, ...stateOf(world));
      fill(faults, ...WORLD_FAULTS.map((fault) => faultElement(fault, world.faults.includes(fault), act)));
      fill(service, ...world.serviceRequests.map(rowOf));
      fill(discord, ...world.discordRequests.map(rowOf));
    },
  };
}

function stateOf({ stream, snapshot, outbox, shops, banned }: WorldView): HTMLElement[] {
  const row = (name: string, value: Node | string) => [h('dt', {}, name), h('dd', {}, value)];
  const taken = snapshot?.takenAt ? timeElement(snapshot.takenAt, 'R', 'plain-time') : 'not yet';
  // In a row of its own: a long age would not fit, and everything below would move.
  const next = snapshot?.nextAt ? countdownElement(snapshot.nextAt) : 'not known';
  return [
    ...row('Stream', stream?.state ?? 'not known'),
    ...row('Snapshot', taken),
    ...row('Next one in', next),
    ...row('Outbox', outbox === null ? 'not known' : outbox === 0 ? 'empty' : `${outbox} waiting`),
    ...row('Shops', shops.toLocaleString()),
    ...row('Banned paintings', String(banned)),
  ];
}

function banButton(act: (world: WorldAct) => Promise<void>): HTMLElement {
  const onclick = () => void act({ kind: 'ban', canvas: null });
  return h('button', { type: 'button', class: 'quiet', onclick }, 'Ban a painting that a shop sells');
}

function auctionForm(act: (world: WorldAct) => Promise<void>): HTMLElement {
  const type = h('input', { name: 'type', value: 'DIAMOND', 'aria-label': 'Item', required: true });
  const amount = h('input', { name: 'amount', type: 'number', value: 16, min: 1, 'aria-label': 'Amount' });
  const finalBid = h('input', { name: 'finalBid', type: 'number', value: 140, min: 0, 'aria-label': 'Final bid' });
  const form = h(
    'form',
    { class: 'act' },
    h('b', {}, 'Auction'),
    amount,
    type,
    ' for ',
    finalBid,
    h('button', { 'data-test': 'auction' }, 'Hold'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void act({ kind: 'auction', type: type.value, amount: Number(amount.value), finalBid: Number(finalBid.value) });
  });
  return form;
}

function faultElement(fault: WorldFault, isOn: boolean, act: (world: WorldAct) => Promise<void>): HTMLElement {
  const [name, effect] = FAULT_NAMES[fault];
  return h(
    'button',
    {
      type: 'button',
      class: 'fault',
      role: 'switch',
      'aria-checked': String(isOn),
      'data-test': `fault-${fault}`,
      onclick: () => void act({ kind: 'fault', fault, on: !isOn }),
    },
    h('b', {}, name),
    h('small', {}, effect),
  );
}

function requestTable(title: string, body: HTMLElement): HTMLElement {
  return h('details', { class: 'requests' }, h('summary', {}, title), h('table', {}, body));
}

function rowOf({ at, method, path, status, durationMs }: RequestView): HTMLElement {
  return h(
    'tr',
    { class: status >= 400 || status === 0 ? 'is-bad' : '' },
    h('td', {}, new Date(at).toLocaleTimeString()),
    h('td', {}, String(status)),
    h('td', { class: 'path' }, `${method} ${shorten(path)}`),
    h('td', {}, durationMs === null ? '' : `${Math.round(durationMs)} ms`),
  );
}

/** Ids and tokens mean nothing to a reader, and would hide the rest. */
function shorten(path: string): string {
  return path.replace(/\d{17,19}/g, '…').replace(/[\w-]{40,}/g, '…');
}
