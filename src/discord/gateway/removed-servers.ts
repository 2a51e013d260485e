import { type Client, Events, GatewayDispatchEvents, type GatewayReadyDispatchData, ShardClientUtil } from 'discord.js';
import type { Checkpoints } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Settings, Subscriptions } from '../../ports/settings.ts';
import { REMOVED } from '../../subscriptions/removed-servers.ts';
import { SerialQueue } from '../../time/serial-queue.ts';

interface RemovalParts {
  readonly subscriptions: Pick<Subscriptions, 'feedsOf'>;
  readonly settings: Pick<Settings, 'feeds'>;
  readonly journal: Pick<Checkpoints, 'saveNumbers' | 'savedNumber' | 'savedNumbers' | 'removeCheckpoints'>;
  readonly now: () => number;
  readonly log: Log;
}

/** The servers of one shard by its READY, those in an outage of Discord included. */
interface ReadyShard {
  readonly shard: number;
  readonly total: number;
  readonly guildIds: ReadonlySet<string>;
}

/**
 * Saves when servers with feeds removed Crier, also while it was offline, and deletes that time when they invite it
 * again. An outage of Discord is no removal.
 */
export function followRemovals(client: Client, parts: RemovalParts): void {
  const { subscriptions, journal, now, log } = parts;
  const queue = new SerialQueue();
  const ready: ReadyShard[] = [];
  const run = (work: () => Promise<void>) => {
    queue.run(work).catch((err: unknown) => log.warn({ err }, 'Could not save which servers removed Crier'));
  };
  client.on(Events.Raw, (packet: { readonly t?: string; readonly d?: unknown }) => {
    if (packet.t !== GatewayDispatchEvents.Ready) return;
    ready.push(readyShardOf(packet.d as GatewayReadyDispatchData));
    // The shards that become ready meanwhile are compared together.
    run(() => compareServers(ready.splice(0), parts));
  });
  client.on(Events.GuildDelete, ({ id }) => {
    run(async () => {
      const isKnown = (await journal.savedNumber(`${REMOVED}${id}`)) !== null;
      if (isKnown || (await subscriptions.feedsOf(id)).length === 0) return;
      await journal.saveNumbers({ [`${REMOVED}${id}`]: now() });
      log.info({ guild: id }, 'Removed from a server, keeping its feeds for some days');
    });
  });
  client.on(Events.GuildCreate, ({ id }) => run(() => journal.removeCheckpoints([`${REMOVED}${id}`])));
}

function readyShardOf({ guilds, shard: [shard, total] = [0, 1] }: GatewayReadyDispatchData): ReadyShard {
  return { shard, total, guildIds: new Set(guilds.map(({ id }) => id)) };
}

/** Compares the servers that have feeds with those of the shards that are ready now. */
async function compareServers(shards: readonly ReadyShard[], { settings, journal, now }: RemovalParts): Promise<void> {
  if (shards.length === 0) return;
  const removed = await journal.savedNumbers(REMOVED);
  const isIn = (id: string) => shards.some(({ guildIds }) => guildIds.has(id));
  const isOut = (id: string) =>
    shards.some(
      ({ shard, total, guildIds }) => ShardClientUtil.shardIdForGuildId(id, total) === shard && !guildIds.has(id),
    );
  const back = [...removed.keys()].filter(isIn);
  if (back.length > 0) await journal.removeCheckpoints(back.map((id) => `${REMOVED}${id}`));
  const withFeeds = new Set((await settings.feeds()).map(({ guildId }) => guildId));
  const gone = [...withFeeds].filter((id) => !removed.has(id) && isOut(id));
  if (gone.length > 0) await journal.saveNumbers(Object.fromEntries(gone.map((id) => [`${REMOVED}${id}`, now()])));
}
