import type { Market } from '../market/market.ts';
import { playerKey } from '../market/player.ts';
import type { Watch } from '../routing/watch.ts';

/** The same watch to be shown or compared: who was given by uuid is called by name where the market knows it. */
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
  return owner && playerKey(owner.uuid) === playerKey(player) ? (owner.name ?? player) : player;
}
