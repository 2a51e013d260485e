import { type Client, Status } from 'discord.js';
import { shardsOf } from '../discord/gateway/shards.ts';
import type { ShardBlock, Sharding } from '../ports/fleet.ts';
import type { GatewayStatus } from '../ports/status.ts';

/** Where this process is with its blocks of shards. */
export interface AtGateway {
  /** Those that have logged in. */
  readonly clients: readonly Pick<Client<true>, 'ws'>[];
  /** The block that is being logged in. */
  readonly next: Pick<ShardBlock, 'number'> | null;
  readonly sharding: Sharding | null;
  /** See `ShardBlocks`. */
  readonly standsBy: boolean;
}

export function gatewayStatusOf({ clients, next, sharding, standsBy }: AtGateway): GatewayStatus {
  const shards = clients.flatMap(({ ws }) => [...ws.shards.values()]);
  const comingUp = next && sharding ? shardsOf(next.number, sharding).shards.length : 0;
  const idle = standsBy && comingUp === 0 ? 'standing-by' : 'logging-in';
  return {
    state: clients.length > 0 ? 'running' : idle,
    total: sharding?.total ?? null,
    run: shards.length + comingUp,
    ready: shards.filter(({ status }) => status === Status.Ready).length,
  };
}
