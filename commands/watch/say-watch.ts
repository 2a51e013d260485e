import type { CommandContext } from '../../src/discord/command/command.ts';
import { describeWatch } from '../../src/discord/render/words/describe.ts';
import type { Market } from '../../src/market/market.ts';
import { playerKey } from '../../src/market/player.ts';
import type { Watch } from '../../src/routing/watch.ts';

/** A watch in words, its players by name. */
export function sayWatch(
  watch: Pick<Watch, 'item' | 'trigger' | 'price' | 'filter'>,
  locale: string,
  { market }: Pick<CommandContext, 'market'>,
): string {
  return describeWatch(withNames(watch, market()), locale);
}

/** The same watch to be shown: who was given by uuid is called by name where the market knows it. */
export function withNames<T extends Pick<Watch, 'filter'>>(watch: T, market: Market | null): T {
  const { owner, notOwner } = watch.filter;
  const names = {
    ...(owner !== undefined && { owner: nameOf(owner, market) }),
    ...(notOwner !== undefined && { notOwner: nameOf(notOwner, market) }),
  };
  return { ...watch, filter: { ...watch.filter, ...names } };
}

function nameOf(player: string, market: Market | null): string {
  const owner = market?.ownedBy(player)[0]?.owner;
  return owner && playerKey(owner.uuid) === playerKey(player) ? owner.name : player;
}
