import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlitePorts } from '../../src/composition/sqlite-ports.ts';
import { newNonce } from '../../src/delivery/seal.ts';
import type { Change } from '../../src/market/change.ts';
import { UNLIMITED } from '../../src/market/shops/shop.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { locateStore, type StoreLocation } from '../../src/storage/sqlite/files.ts';
import { openStore } from '../../src/storage/sqlite/store.ts';
import { recordingLog } from '../log/recording-log.ts';
import { canvasId, seenCanvas } from '../market/paintings/samples.ts';
import {
  auction,
  auctioned,
  channel,
  item,
  person,
  purchase,
  routed,
  shop,
  streamDown,
  streamUp,
  traded,
} from '../storage/sqlite/journal/samples.ts';
import { feed, watch } from '../storage/sqlite/samples.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';

export const NOW = 1_700_000_000_000;
/** Characters that PostgreSQL refuses or would change. */
export const HARD_TEXT = 'back\\slash \0 “🧱”';

export const CANVAS = seenCanvas({ title: 'Harbour \\ “🧱”', seenAt: NOW });

/** Returns the paths of a new store, which is deleted after the test. */
export function newStore(): { readonly url: string; readonly location: StoreLocation } {
  const url = `sqlite://${join(temporaryFolder(), 'crier.sqlite')}`;
  const located = locateStore(url);
  if (!located.ok) throw new Error(located.why);
  return { url, location: located.location };
}

/** Opens a store in files as Crier does. */
export async function openFiles(location: StoreLocation) {
  const clock = { now: () => NOW, monotonic: () => 0, idle: () => 0, sleep: async () => undefined };
  const log = recordingLog();
  const store = await openStore(location, log);
  const ports = await openSqlitePorts(store, location.stem, { clock, log });
  const term = await ports.leadership.lead(new AbortController().signal);
  if (term === null) throw new Error('no leader');
  return { ...ports, journal: ports.journal as Journal, snapshots: term.snapshots };
}

/** Removes the mark that keeps Crier from starting on moved files. */
export function unmark({ stem }: StoreLocation): void {
  rmSync(`${stem}.moved`, { force: true });
}

export type Files = Awaited<ReturnType<typeof openFiles>>;

export async function fillStore(location: StoreLocation): Promise<void> {
  const files = await openFiles(location);
  await fillSettings(files);
  await fillJournal(files.journal);
  await files.paused.pause({ target: { kind: 'user', id: '401' }, code: 50_007, at: NOW });
  const snapshot = files.snapshots.begin();
  await snapshot.write(Buffer.from('all of the shops'));
  await snapshot.finish(NOW - 500);
  await files.close();
}

async function fillSettings({ settings, undos, feedUndos, refusedToken }: Files): Promise<void> {
  await settings.putFeed(feed);
  await settings.putFeed({
    ...feed,
    id: 'f2',
    kind: 'price-drops',
    minValue: 0,
    quiet: { from: 1, to: 2, timeZone: 'Europe/Vienna' },
  });
  await settings.putWatch({ ...watch, item: { type: 'SLIME_BLOCK', label: `${HARD_TEXT} half \ud83e` } });
  await settings.putWatch({
    ...watch,
    id: 'w2',
    trigger: 'my-shop',
    item: null,
    filter: { owner: HARD_TEXT, containers: true },
    paused: true,
  });
  await settings.putWatch({ ...watch, id: 'w3', trigger: 'at-or-above', repeat: 'once', expiresAt: NOW + 5 });
  await settings.putPerson({ id: '400', quiet: { from: 60, to: 120, timeZone: 'UTC' } });
  await undos.keep('400', { put: [watch], remove: ['w9'] });
  await feedUndos.keep([{ before: { ...feed, id: 'f9' }, after: null }]);
  await refusedToken.keep('a.refused.token');
}

async function fillJournal(journal: Journal): Promise<void> {
  const strange = {
    ...shop(8),
    owner: { name: HARD_TEXT, uuid: HARD_TEXT },
    location: { x: 1, y: 2, z: 3, world: HARD_TEXT },
    kind: 'sell',
  };
  const nameless = { name: null, uuid: shop().owner.uuid };
  const decimalTrade = { ...purchase(NOW - 2_200), paid: 1.5, sign: { amount: 3, price: 1.5 } };
  const changes: Change[] = [
    traded(NOW - 3_000),
    { kind: 'price-changed', at: NOW - 500, shop: { ...shop(), price: 5 }, before: shop() },
    { kind: 'banned', at: NOW - 500, shop: strange, canvas: HARD_TEXT },
    { kind: 'removed', at: NOW - 400, before: shop(9) },
    { kind: 'listed', at: NOW - 450, shop: { ...shop(10), owner: nameless, price: 0.5, remaining: UNLIMITED } },
    { kind: 'price-changed', at: NOW - 450, shop: { ...shop(11), price: 1.5 }, before: { ...shop(11), price: 2400.0 } },
    { kind: 'traded', at: NOW - 2_200, trade: decimalTrade, shop: { ...shop(10), owner: nameless } },
    { ...auctioned(NOW - 2_100), kind: 'auctioned', auction: { ...auction(NOW - 2_100), finalBid: 0.1 + 0.2 } },
    auctioned(NOW - 2_000, item('EGG \\', HARD_TEXT)),
    ...Array.from({ length: 20 }, (_, n) => traded(NOW - 2_500 + n)),
  ];
  const notices = changes.slice(0, 8).flatMap((change) => [routed(change), routed(change, person, ['w1'], NOW + 1)]);
  await journal.record({
    changes,
    notices,
    heardAt: NOW,
    snapshotAt: NOW - 500,
    bans: { ids: ['b1', HARD_TEXT], at: NOW },
  });
  await journal.record({ changes: [], notices: [], bans: { ids: ['b1', 'b2'], at: NOW } });
  await journal.record({ changes: [], notices: [], checkpoint: { name: 'asked', at: NOW - 9 } });
  await journal.saveCanvases([CANVAS, seenCanvas({ id: canvasId(2), title: null, author: null })]);
  await journal.record(streamDown(NOW - 9_000, HARD_TEXT));
  await journal.record(streamUp(NOW - 8_000));
  await journal.record(streamDown(NOW - 100, 'closed-1006'));
  await journal.record({
    changes: [],
    notices: [],
    gap: { from: 1, until: NOW - 1, why: 'x' },
    unreportedShops: { from: 2, until: NOW },
  });
  await journal.recordPriceSamples(NOW - 86_400_000 * 2, [
    { key: HARD_TEXT, type: 'EGG \\', formerKey: null, ask: 1.5, bid: null, stock: 1e13 },
  ]);
  await journal.recordPriceSamples(NOW, []);
  await journal.saveNumbers({ [`server:${HARD_TEXT.length}`]: 3 });
  const [first, second, third, fourth] = await journal.waiting(channel, NOW, 4);
  if (!first || !second || !third || !fourth) throw new Error('no notices');
  const best = { f1: { unitPrice: 1 / 3, goods: HARD_TEXT, beats: null } };
  const seal = { target: channel, body: '{"content":"ü"}', dropped: [{ notice: second, why: HARD_TEXT }], at: NOW };
  const sealed = await journal.seal({ ...seal, nonce: newNonce(), notices: [first], best });
  await journal.settle(sealed.id, { kind: 'delivered', messageId: '77', at: NOW });
  const refused = await journal.seal({ ...seal, dropped: [], nonce: newNonce(), notices: [third] });
  await journal.settle(refused.id, { kind: 'undelivered', why: HARD_TEXT, at: NOW });
  await journal.seal({ ...seal, dropped: [], nonce: newNonce(), notices: [fourth] });
}
