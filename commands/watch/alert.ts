import { MessageFlags } from 'discord.js';
import type { Desk, Press } from '../../src/discord/command/command.ts';
import { Complaint } from '../../src/discord/command/complaint.ts';
import { describeWatch } from '../../src/discord/render/describe.ts';
import { sayFreshness } from '../../src/discord/render/freshness.ts';
import { renderShops } from '../../src/discord/render/shops.ts';
import { findOffers } from '../../src/market/offers.ts';
import type { Watch } from '../../src/routing/watch.ts';

/** *Stop* on an alert: the watch is removed. */
export async function stopWatch(press: Press, id: string, desk: Desk): Promise<void> {
  const watch = ownWatch(press, id, desk);
  await desk.settings.removeWatch(watch.id);
  await press.reply({ content: `Stopped: ${describeWatch(watch, press.locale)}.`, flags: MessageFlags.Ephemeral });
}

/** *Show shops* on an alert: what matches the watch's filters now. */
export async function showShops(press: Press, id: string, desk: Desk): Promise<void> {
  const { filter } = ownWatch(press, id, desk);
  const market = desk.market();
  if (!market) throw new Complaint('The list of shops is not in yet; please try again in a minute.');
  const query = { userId: press.user.id, side: 'buy', sort: 'price', outOfStock: false, filter } as const;
  const { offers, total } = findOffers(market, query);
  const freshness = sayFreshness(desk.status.snapshot(), desk.status.stream(), desk.now(), press.locale);
  const key = await desk.queries.keep(query);
  await press.reply({
    ...renderShops({ query, offers, total, page: 0, freshness, key, locale: press.locale }),
    flags: MessageFlags.Ephemeral,
  });
}

/** @throws Complaint where the watch is gone or somebody else's */
function ownWatch(press: Press, id: string, desk: Desk): Watch {
  const watch = desk.book.watchesOf(press.user.id).find((watch) => watch.id === id);
  if (!watch) throw new Complaint('This watch is no longer there.');
  return watch;
}
