import type { Random } from '../../sandbox/economy/random.ts';
import { readFrame } from '../../src/service/wire/frame.ts';
import { accepted, parsed, REFUSED, type Target } from './target.ts';

const LATEST = 8.64e15;
/** The smallest positive price that the stream may contain. */
const LEAST_PRICE = 1e-8;

/** Frames of the economy's stream: the event matches the text, and its numbers are in range. */
export const frames: Target = {
  name: 'frames',
  sound: (random) => JSON.stringify(random.chance(0.5) ? auction(random) : trade(random)),
  read(text) {
    const frame = readFrame(text);
    if (frame.kind !== 'event') return REFUSED;
    const { event } = frame;
    const value = Object(parsed(text));
    const data = Object(value.data);
    const [count, paid] = event.kind === 'auction' ? [event.sold, event.finalBid] : [event.moved, event.paid];
    const stated =
      event.kind === 'auction'
        ? [data.amount ?? data.item?.amount, data.finalBid]
        : [data.totalAmount ?? data.amount, data.currencyAmount];
    return accepted(
      !isCount(count) && `counts ${count}`,
      count < 1 && 'nothing was moved',
      !isPrice(paid) && `pays ${paid}`,
      !(Number.isSafeInteger(event.at) && event.at >= 0 && event.at <= LATEST) && `at ${event.at}`,
      stated[0] !== undefined && stated[0] !== null && stated[0] !== count && `counts ${count}, not ${stated[0]}`,
      stated[1] !== paid && `pays ${paid}, not ${stated[1]}`,
      event.item.identity.type !== data.item?.type && 'has another item type than the text',
    );
  },
};

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isPrice = (value: number) => value === 0 || (value >= LEAST_PRICE && value <= Number.MAX_SAFE_INTEGER);

/** An item in either revision of the format. */
export function item(random: Random): Record<string, unknown> {
  return {
    type: random.pick(['DIAMOND', 'SHULKER_BOX', 'ENCHANTED_BOOK', 'minecraft:stone']),
    [random.pick(['quantity', 'amount'])]: random.integer(1, 64),
    name: random.pick(['Diamond', 'Höhle', '👑', '', null]),
    ...(random.chance(0.7) && {
      snbt: random.pick(['{}', '{Potion:"minecraft:healing"}', '{Enchantments:[{id:"sharpness",lvl:5s}]}', null]),
    }),
    ...(random.chance(0.2) && { childItems: [null, { type: 'TNT', quantity: 3 }] }),
  };
}

function auction(random: Random): object {
  const data = { item: item(random), amount: random.integer(1, 64), finalBid: random.integer(0, 5_000) };
  return { event: 'auctionComplete', timestamp: random.integer(0, 2e12), data };
}

function trade(random: Random): object {
  const location = { x: random.integer(-9_999, 9_999), y: 64, z: random.integer(-9_999, 9_999), world: 'world' };
  const type = random.pick(['buyFromShop', 'sellToShop']);
  const counts = random.chance(0.5)
    ? { totalAmount: random.integer(1, 64), itemPrice: 3 }
    : { amount: random.integer(1, 64) };
  return {
    event: 'shopTransaction',
    timestamp: random.integer(0, 2e12),
    data: { type, currencyAmount: random.integer(0, 999), item: item(random), location, ...counts },
  };
}
