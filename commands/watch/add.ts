import { randomUUID } from 'node:crypto';
import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import { refuseForAuctions } from '../../src/discord/command/auction-filter.ts';
import type { Desk, Press } from '../../src/discord/command/command.ts';
import { Complaint } from '../../src/discord/command/complaint.ts';
import { readFilter } from '../../src/discord/command/read-filter.ts';
import { renderPreview } from '../../src/discord/render/preview.ts';
import { safe } from '../../src/discord/render/text.ts';
import type { Filter } from '../../src/market/filter.ts';
import { findOffers } from '../../src/market/offers.ts';
import { WATCH_TRIGGERS, type Watch } from '../../src/routing/watch.ts';

const DAY_MS = 24 * 60 * 60_000;
const USUAL_COOLDOWN_MINUTES = 60;

type Asked = Pick<Watch, 'trigger' | 'price' | 'filter' | 'repeat' | 'cooldownMinutes' | 'expiresAt'>;

/** `/watch add` */
export async function addWatch(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const { options } = interaction;
  const trigger = WATCH_TRIGGERS.find((one) => one === options.getString('trigger', true));
  if (!trigger) throw new Complaint(`Choose a \`trigger\`: ${WATCH_TRIGGERS.join(', ')}.`);
  const price = options.getNumber('price');
  if (trigger === 'at-or-below' && price === null) {
    throw new Complaint('For `at-or-below` give a `price`: what one item may cost, such as 0.25.');
  }
  const filter = readFilter(options, await marketFor(interaction, desk, true), 'any-type');
  if (trigger === 'auctioned') refuseForAuctions(filter);
  const days = options.getInteger('expires');
  const asked: Asked = {
    trigger,
    price,
    filter,
    repeat: options.getString('repeat') === 'once' ? 'once' : 'recurring',
    cooldownMinutes: options.getInteger('cooldown') ?? USUAL_COOLDOWN_MINUTES,
    expiresAt: days === null ? null : desk.now() + days * DAY_MS,
  };
  const watch = await save(asked, interaction.user.id, interaction.locale, desk);
  await interaction.editReply(preview(watch, desk));
}

/** The form behind *Watch this*: the filters are those of the `/shop` it stood under. */
export async function addFromForm(press: Press, key: string, desk: Desk): Promise<void> {
  if (!press.isModalSubmit()) throw new Complaint('Please run the command again.');
  const query = await desk.queries.find(key);
  if (!query) throw new Complaint('That list is more than a day old. Please run `/shop` again.');
  const asked: Asked = {
    trigger: 'at-or-below',
    price: readPrice(press.fields.getTextInputValue('price')),
    filter: query.filter,
    repeat: 'recurring',
    cooldownMinutes: USUAL_COOLDOWN_MINUTES,
    expiresAt: null,
  };
  const watch = await save(asked, press.user.id, press.locale, desk);
  await press.reply({ ...preview(watch, desk), flags: MessageFlags.Ephemeral });
}

async function save(asked: Asked, userId: string, locale: string, desk: Desk): Promise<Watch> {
  const { item } = asked.filter;
  if (!item) throw new Complaint('Say which `item` to watch.');
  const count = desk.book.watchesOf(userId).length;
  if (count >= desk.limits.watchesPerUser) {
    throw new Complaint(`You have ${count} watches, the most one can have. Remove one first: \`/watch remove\`.`);
  }
  const watch: Watch = {
    ...asked,
    id: randomUUID().slice(0, 8),
    userId,
    item,
    locale,
    createdAt: desk.now(),
    paused: false,
  };
  await desk.settings.putWatch(watch);
  desk.greet({ kind: 'user', id: userId });
  return watch;
}

/** What matches already is shown here, and so not told again. */
function preview(watch: Watch, desk: Desk) {
  const market = desk.market();
  const maxPrice = Math.min(watch.price ?? Number.POSITIVE_INFINITY, watch.filter.maxPrice ?? Number.POSITIVE_INFINITY);
  const filter: Filter = Number.isFinite(maxPrice) ? { ...watch.filter, maxPrice } : watch.filter;
  const matching =
    market &&
    watch.trigger === 'at-or-below' &&
    findOffers(market, { side: 'buy', filter, sort: 'price', outOfStock: false });
  return renderPreview(watch, matching || null, watch.locale);
}

/** A price as people write it; `1,234` could be two numbers, and is refused. */
function readPrice(text: string): number {
  const written = text.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  if (/^\d{1,12}(\.\d{1,8})?$/.test(written)) return Number(written);
  throw new Complaint(`“${safe(text, 20)}” is no price I can read. Write it like 0.25 or 1200.`);
}
