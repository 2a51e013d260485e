import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/ports/journal.ts';
import type { Pauses } from '../../../src/ports/outbox.ts';
import type { Settings, SettingsTransactions, Subscriptions, Undos } from '../../../src/ports/settings.ts';
import { forgetServer } from '../../../src/subscriptions/removed-servers.ts';
import { feed, watch } from '../sqlite/samples.ts';

/** The ports whose writes belong to one transaction. */
export interface TurnPorts {
  readonly transactions: SettingsTransactions;
  readonly settings: Settings;
  readonly subscriptions: Subscriptions;
  readonly undos: Undos;
  readonly paused: Pauses;
  readonly journal: Pick<
    Journal,
    'enqueue' | 'noticesOf' | 'move' | 'forget' | 'saveNumbers' | 'savedNumber' | 'removeCheckpoints'
  >;
}

const USER = { kind: 'user', id: watch.userId } as const;
const CHANNEL = { kind: 'channel', id: feed.channelId } as const;
const NOTICE = {
  target: USER,
  cause: { kind: 'expiring', at: 1, expiresAt: 2 },
  subscriptionIds: [watch.id],
  dueAt: 1,
} as const;
const QUIET = { from: 1320, to: 420, timeZone: 'Europe/Berlin' };

export function settingsTransactionsContract(
  engine: string,
  open: () => Promise<TurnPorts & { reopen(): Promise<TurnPorts> }>,
): void {
  async function writeAll({ settings, undos, paused, journal }: TurnPorts): Promise<void> {
    await undos.keep(watch.userId, { put: [], remove: [watch.id] });
    await settings.putWatch(watch);
    await settings.putFeed(feed);
    await settings.putPerson({ id: watch.userId, quiet: QUIET });
    await journal.enqueue([NOTICE]);
    await paused.pause({ target: CHANNEL, code: 50_001, at: 1 });
  }

  /** Reads every port of a transaction, both in the store and in memory. */
  async function read({ settings, subscriptions, undos, paused, journal }: TurnPorts) {
    const stored = [await settings.watches(), await settings.feeds(), await settings.people()];
    const known = [await subscriptions.watchesOf(watch.userId), await subscriptions.feedsOf(feed.guildId)];
    expect(known).toEqual(stored.slice(0, 2));
    const person = await subscriptions.person(watch.userId);
    return {
      counts: stored.map(({ length }) => length),
      quiet: person?.quiet ?? null,
      undo: (await undos.last(watch.userId))?.step.remove ?? null,
      notices: (await journal.noticesOf(USER, 9)).length,
      code: await paused.codeOf(CHANNEL),
    };
  }

  const NOTHING = { counts: [0, 0, 0], quiet: null, undo: null, notices: 0, code: null };
  const ALL = { counts: [1, 1, 1], quiet: QUIET, undo: [watch.id], notices: 1, code: 50_001 };

  describe(`SettingsTransactions: ${engine}`, () => {
    it('saves all writes of a transaction', async () => {
      const ports = await open();
      await ports.transactions.run('user:400', () => writeAll(ports));
      expect(await read(ports)).toEqual(ALL);
      expect(await read(await ports.reopen())).toEqual(ALL);
    });

    it('rolls back a transaction that throws after its writes, and rejects with its error', async () => {
      const ports = await open();
      const failing = ports.transactions.run('user:400', async () => {
        await writeAll(ports);
        throw new RangeError('too late');
      });
      await expect(failing).rejects.toThrow(new RangeError('too late'));
      expect(await read(ports)).toEqual(NOTHING);
      expect(await read(await ports.reopen())).toEqual(NOTHING);
    });

    it('deletes all feeds of a removed server with their notices and pauses, or none of it', async () => {
      const ports = await open();
      const { settings, paused, journal, subscriptions } = ports;
      const feeds = [feed, { ...feed, id: 'f2', channelId: '201' }];
      for (const each of feeds) await settings.putFeed(each);
      await journal.enqueue([{ ...NOTICE, target: CHANNEL, subscriptionIds: [feed.id] }]);
      await paused.pause({ target: CHANNEL, code: 50_001, at: 1 });
      await journal.saveNumbers({ [`removed:${feed.guildId}`]: 1 });
      const state = async ({ paused: pauses, journal: outbox }: TurnPorts) => [
        (await settings.feeds()).length,
        (await outbox.noticesOf(CHANNEL, 9)).length,
        await pauses.codeOf(CHANNEL),
        await journal.savedNumber(`removed:${feed.guildId}`),
      ];
      const parts = { ...ports, subscriptions, pauses: paused, retriedRefusals: { end: async () => {} } };
      const removeFeed = async (id: string) => {
        if (id === 'f2') throw new RangeError('full');
        await settings.removeFeed(id);
      };
      await expect(forgetServer(feed.guildId, { ...parts, settings: { removeFeed } })).rejects.toThrow('full');
      expect(await state(ports)).toEqual([2, 1, 50_001, 1]);
      expect(await forgetServer(feed.guildId, parts)).toBe(2);
      expect(await state(ports)).toEqual([0, 0, null, null]);
    });

    it('serializes transactions of one owner, and runs those of others in parallel', async () => {
      const { transactions, settings } = await open();
      const seen: string[] = [];
      const turn = (name: string, rests: number) => async () => {
        seen.push(`${name} begins`);
        for (let rest = 0; rest < rests; rest += 1) await setImmediate();
        await settings.putWatch({ ...watch, id: name });
        seen.push(`${name} ends`);
      };
      const held = Promise.withResolvers<void>();
      const first = transactions.run('user:1', async () => {
        await turn('a', 3)();
        await held.promise;
      });
      const second = transactions.run('user:1', turn('b', 0));
      await transactions.run('user:2', turn('c', 1));
      held.resolve();
      await Promise.all([first, second]);
      expect(seen.indexOf('b begins')).toBeGreaterThan(seen.indexOf('a ends'));
      expect(seen.indexOf('c ends')).toBeLessThan(seen.indexOf('b begins'));
      expect((await settings.watches()).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
    });

    it.each(['400', '401'])(
      'rejects a transaction of user %s within one of user 400, and writes neither',
      async (user) => {
        const { transactions, settings, subscriptions } = await open();
        const nested = transactions.run('user:400', async () => {
          await settings.putWatch(watch);
          await transactions.run(`user:${user}`, () => settings.putFeed(feed));
        });
        await expect(nested).rejects.toThrow('A settings transaction cannot begin within another one');
        expect([await settings.watches(), await settings.feeds()]).toEqual([[], []]);
        await transactions.run('user:400', () => settings.putWatch(watch));
        expect(await subscriptions.watchesOf('400')).toEqual([watch]);
      },
    );

    it('saves the writes of a transaction that follows a failed one', async () => {
      const ports = await open();
      const failing = ports.transactions.run('user:400', () => Promise.reject(new RangeError('refused')));
      await Promise.all([
        expect(failing).rejects.toThrow('refused'),
        ports.transactions.run('user:400', () => writeAll(ports)),
      ]);
      expect(await read(ports)).toEqual(ALL);
    });
  });
}
