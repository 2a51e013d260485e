import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { type Cell, writeCsv } from '../../src/discord/render/csv.ts';
import { COLOURS, card, file, text } from '../../src/discord/render/layout.ts';
import { nameOfIdentity, nameOfItem, nameOfType } from '../../src/discord/render/words/names.ts';
import type { Language } from '../../src/language/language.ts';
import type { Market } from '../../src/market/market.ts';
import type { OwnShop, Undercut } from '../../src/market/my-shops/report.ts';
import type { ShopTrade } from '../../src/market/my-shops/shop-trade.ts';
import { UNLIMITED } from '../../src/market/shops/shop.ts';
import { unitPriceOf } from '../../src/market/shops/unit-price.ts';
import type { OwnShopsQuery } from '../../src/ports/queries.ts';
import { inSlices } from '../../src/time/cooperate.ts';
import { readReport } from './answer.ts';

const TRADES_FILE = 'crier-sales.csv';
const SHOPS_FILE = 'crier-shops.csv';
/** Limits the file of trades, latest first. Discord takes 10 MB in all. */
const MOST_TRADE_BYTES = 8_000_000;

const TRADE_COLUMNS = ['time', 'kind', 'item', 'type', 'count', 'paid', 'each', 'x', 'y', 'z', 'world'];
const SHOP_COLUMNS = [
  ...['item', 'type', 'side', 'quantity', 'price', 'each', 'stock', 'x', 'y', 'z', 'world'],
  ...['sold', 'earned', 'bought', 'spent', 'empty', 'full', 'empty_in_days', 'rival', 'rival_each', 'rival_blocks'],
  ...['no_trade_since', 'days_without_trade', 'stock_worth'],
];

/** Answers with two files, one row a trade and one row a shop. */
export async function sendFiles(
  interaction: ActionInteraction,
  { player, days, lookedAt }: OwnShopsQuery,
  context: CommandContext,
): Promise<void> {
  const language = context.languages.of(interaction.locale);
  const market = context.market();
  const { report } = await readReport({ player, days, lookedAt }, context);
  const trades = await context.ownShops.trades(player, report.from, report.to);
  const tradeRows = mapLazily(trades.toReversed(), (trade) => tradeRow(trade, market, language));
  const shopRows = mapLazily(report.shops, (shop) => shopRow(shop, language));
  const sales = await inSlices(writeCsv(TRADE_COLUMNS, tradeRows, MOST_TRADE_BYTES));
  const shops = await inSlices(writeCsv(SHOP_COLUMNS, shopRows));
  const counts = { trades: sales.rows, shops: shops.rows, n: days };
  await interaction.editReply({
    ...card(
      COLOURS.neutral,
      text(language.say('my-shops.csv', counts), sales.rows < trades.length && language.say('my-shops.csv-cut')),
      file(TRADES_FILE),
      file(SHOPS_FILE),
    ),
    files: [
      { attachment: sales.file, name: TRADES_FILE },
      { attachment: shops.file, name: SHOPS_FILE },
    ],
  });
}

function* mapLazily<T>(list: readonly T[], row: (each: T) => Cell[]): Generator<Cell[], void> {
  for (const each of list) yield row(each);
}

function tradeRow({ at, kind, type, key, count, paid, place }: ShopTrade, market: Market | null, language: Language) {
  const identity = market?.catalogue.identityOf(key);
  const name = identity === undefined ? nameOfType(type, language) : nameOfIdentity(identity, language);
  const { x, y, z, world } = place.location;
  const sold = kind === 'purchase' ? 'sold' : 'bought';
  return [new Date(at).toISOString(), sold, name, type, count, paid, rounded(paid / count), x, y, z, world];
}

function shopRow(own: OwnShop, language: Language): Cell[] {
  const { shop, stock, sold, earned, bought, spent, isEmpty, isFull, runsEmpty, undercut, unsold, value } = own;
  const { x, y, z, world } = shop.location;
  return [
    ...[nameOfItem(shop.item, language), shop.item.identity.type, shop.kind, shop.item.quantity, shop.price],
    ...[rounded(unitPriceOf(shop)), stock.remaining === UNLIMITED ? 'unlimited' : stock.remaining, x, y, z, world],
    ...[sold, earned, bought, spent, isEmpty ? 'yes' : 'no', isFull ? 'yes' : 'no', rounded(runsEmpty?.days ?? null)],
    ...(undercut === null
      ? [null, null, null]
      : [undercut.rival.owner.name ?? undercut.rival.owner.uuid, undercut.theirs, blocksOf(undercut)]),
    ...[unsold === null || unsold.lastAt === null ? null : new Date(unsold.lastAt).toISOString()],
    ...[unsold?.days ?? null, rounded(value)],
  ];
}

/** Rounds a quotient for a spreadsheet. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(8));
}

function blocksOf({ blocks }: Pick<Undercut, 'blocks'>): number | null {
  return blocks === null ? null : Math.round(blocks);
}
