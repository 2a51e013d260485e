import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MarketEvent } from '../../src/market/change.ts';
import type { Snapshot } from '../../src/market/shops/snapshot.ts';
import { CurrentMarket } from '../../src/pipeline/current-market.ts';
import { Follower } from '../../src/pipeline/follower.ts';
import type { JournalEntry, WrittenEvent } from '../../src/ports/journal.ts';
import { HERE, shop, trade } from '../market/samples.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { openHarness } from './harness.ts';

const IDS = [1, 2, 3] as const;
const START = 1_000_000;
const shopOf = (id: number, remaining = 64) => shop(id, { remaining, location: { ...HERE, x: id } });

/** Opens a leader, its journal and a process that follows it. */
function openFleet() {
  const written: WrittenEvent[] = [];
  const snapshots = new Map<number, Snapshot>();
  let [snapshotAt, confirmation]: [number | null, { snapshotAt: number; at: number } | null] = [null, null];
  let now = START;
  let answeredAt = START;
  /** Returns the time at which the request was sent; each request follows the previous answer. */
  const asked = (agoMs: number) => {
    const at = Math.max(now - agoMs, answeredAt + 1);
    now = Math.max(now, at);
    answeredAt = now;
    return at;
  };
  const record = async (entry: JournalEntry) => {
    for (const change of entry.changes) {
      const event: MarketEvent | null =
        change.kind === 'traded' ? change.trade : change.kind === 'auctioned' ? change.auction : null;
      if (event !== null) written.push({ event, heardAt: entry.heardAt ?? Number.NaN });
    }
    snapshotAt = entry.snapshotAt ?? snapshotAt;
  };
  const leader = openHarness({ now: () => now, journal: { record } });
  const current = new CurrentMarket([], new ManualClock());
  const follower = new Follower({
    current,
    history: { snapshotAt: async () => snapshotAt },
    events: {
      async read(place, from) {
        const first = place ?? written.findIndex(({ heardAt }) => heardAt >= from);
        const events = first < 0 ? [] : written.slice(first, first + 2);
        return { events, place: first < 0 ? written.length : first + events.length };
      },
    },
    async read(takenAt) {
      const snapshot = snapshots.get(takenAt);
      if (snapshot === undefined) throw new Error('it is not there any more');
      return snapshot;
    },
    confirmed: () => confirmation,
  });
  const stocks = (of: CurrentMarket) => [...(of.get()?.shops ?? [])].map((shop) => of.get()?.remainingOf(shop));
  return {
    pass(ms: number): void {
      now += ms;
    },
    buy: (id: number) => leader.pipeline().onEvent(trade({ moved: 1, location: shopOf(id).location })),
    async refresh(agoMs: number, stock: number): Promise<void> {
      const takenAt = asked(agoMs);
      const shops = IDS.map((id) => shopOf(id, stock));
      snapshots.set(takenAt, { takenAt, shops });
      await leader.pipeline().onSnapshot({ takenAt, shops });
      confirmation = null;
    },
    unchanged(agoMs: number): void {
      if (snapshotAt === null) return;
      const at = asked(agoMs);
      leader.pipeline().onUnchanged(at);
      confirmation = { snapshotAt, at };
    },
    written: () => leader.pipeline().settled(),
    catchUp: () => follower.catchUp(),
    dates: () => [current.get()?.takenAt, leader.market()?.takenAt],
    stocks: () => [stocks(current), stocks(leader.current())],
  };
}

const step = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), id: fc.constantFrom(...IDS) }),
  fc.record({ do: fc.constant('refresh' as const), agoMs: fc.nat(3_000), stock: fc.integer({ min: 20, max: 64 }) }),
  fc.record({ do: fc.constant('unchanged' as const), agoMs: fc.nat(3_000) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(2_000) }),
  fc.record({ do: fc.constant('look' as const) }),
);

test('a follower converges on the leader’s market under any interleaving', async () => {
  let estimated = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const fleet = openFleet();
      for (const one of steps) {
        if (one.do === 'buy') fleet.buy(one.id);
        else if (one.do === 'refresh') await fleet.refresh(one.agoMs, one.stock);
        else if (one.do === 'unchanged') fleet.unchanged(one.agoMs);
        else if (one.do === 'pass') fleet.pass(one.ms);
        else await fleet.catchUp();
      }
      await fleet.written();
      await fleet.catchUp();
      const [followed, led] = fleet.stocks();
      expect(followed).toEqual(led);
      estimated += led?.some((stock) => stock?.estimated) ? 1 : 0;
      const [followedAt, ledAt] = fleet.dates();
      expect(followedAt).toBe(ledAt);
    }),
    { numRuns: propertyRuns() },
  );
  expectCoverage(() => expect(estimated).toBeGreaterThan(5));
});
