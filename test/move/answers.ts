import type { StorePorts } from '../../src/composition/parts.ts';
import { BUCKET_MS } from '../../src/market/prices/trade-group.ts';
import type { SharedJournal } from '../../src/ports/journal.ts';
import type { StoredSnapshots } from '../../src/ports/snapshots.ts';
import { channel, item, person } from '../storage/sqlite/journal/samples.ts';
import { CANVAS, HARD_TEXT, NOW } from './filled-store.ts';

type Asked = Pick<StorePorts, 'settings' | 'undos' | 'refusedToken' | 'subscriptions'> & {
  readonly journal: SharedJournal;
  readonly snapshots: StoredSnapshots;
};

/** Reads the answers of every port of a store that `fillStore` filled. */
export async function answersOf({ settings, journal, snapshots, ...ports }: Asked) {
  const chosen = { type: item().identity.type };
  const day = 86_400_000;
  return {
    feeds: sorted(await settings.feeds()),
    watches: sorted(await settings.watches()),
    people: sorted(await settings.people()),
    ofGuild: await ports.subscriptions.feedsOf('100'),
    ofPerson: await ports.subscriptions.watchesOf('400'),
    undo: await ports.undos.last('400'),
    refused: await ports.refusedToken.is('a.refused.token'),
    targets: sorted(await journal.waitingTargets()),
    waiting: await journal.waiting(channel, NOW, 100),
    waitingSoon: await journal.waiting(person, NOW + 1, 100),
    nextDueAt: await journal.nextDueAt(channel),
    sealed: await journal.sealed(channel),
    past: await journal.noticesOf(channel, 100),
    last: [...(await journal.lastDelivered(['f1', 'f2']))],
    queue: await journal.queue(NOW + 1),
    pauses: await journal.pauses(),
    outages: await journal.outages(0),
    unreported: await journal.unreportedShops(0),
    snapshotAt: await journal.snapshotAt(),
    bans: sorted(await journal.bans()),
    canvases: [await journal.canvases.find(CANVAS.id), await journal.canvases.search('harbour', 5)],
    history: sorted(await journal.history(chosen, NOW - day, NOW + day)),
    exactHistory: sorted(await journal.history(chosen, NOW - 2_495, NOW + BUCKET_MS)),
    prices: sorted(await journal.pricesPaid(chosen, 0, NOW + day)),
    traded: await journal.traded(0),
    types: sorted(await journal.types()),
    samples: await journal.priceSamples(HARD_TEXT, 0, NOW + day),
    changes: await journal.changes(chosen.type, 0),
    latest: await journal.latestChanges(0, 100),
    purchases: await journal.purchases(0),
    marks: [
      await journal.checkpoint('asked'),
      await journal.checkpoint('began'),
      await journal.savedNumber(`server:${HARD_TEXT.length}`),
    ],
    shops: [await snapshots.latestBefore(Infinity), await textOf(await snapshots.read(NOW - 500))],
  };
}

function sorted<T>(values: readonly T[]): readonly T[] {
  return values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

async function textOf(bytes: AsyncIterable<Buffer> | null): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
