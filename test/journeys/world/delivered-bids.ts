import { newsOf, type World } from './world.ts';

/** Returns the bids from 1,000 to 9,999 of all auctions posted in the market's channel, or another, in order. */
export function deliveredBids(world: World, where = world.channel('market')): readonly string[] {
  const texts = world.discord.messages(where).map(newsOf).join('\n');
  return texts.match(/\d,\d{3}(?= diamonds)/g) ?? [];
}
