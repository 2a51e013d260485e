import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../../sandbox/economy/random.ts';
import { readShops } from '../../src/service/shops/shop-reader.ts';
import { readShop } from '../../src/service/wire/shop.ts';
import { item } from './frames.ts';
import { accepted, parsed, type Target } from './target.ts';

const MOST_RECORDS = 5;
/** The largest chunk of a body, in bytes; the smallest chunks cost most. */
const CHUNKS = [3, 64, 64, 64, 4_096, 4_096];
const MOST_BROKEN = 0.2;

/**
 * Bodies of all shops, in chunks of any length: the result equals that of JSON.parse and of reading each record alone.
 */
export const snapshots: Target = {
  name: 'snapshots',
  sound: (random) =>
    `[${Array.from({ length: random.integer(0, MOST_RECORDS) }, (_, id) => record(random, id)).join(random.pick([',', ', ', '\n,\r\n']))}]`,
  async read(text, random) {
    const body = Buffer.from(text);
    const answers = await Promise.all([
      readShops(inChunks(body, random), { unit: 'bundles' }),
      readShops(inChunks(body, random), { unit: 'bundles' }),
    ]);
    const [one, other] = answers.map((answer) => (answer.ok ? answer.value.records.shops : null));
    const differ = !isDeepStrictEqual(one, other);
    const plain = plainly(body.toString());
    if (!one)
      return {
        accepted: false,
        fault: differ ? 'is refused in some chunks only' : plain === null ? null : 'is refused',
      };
    return accepted(
      differ && 'differs with the chunks',
      plain === null && 'is accepted, but should be refused',
      plain !== null &&
        !isDeepStrictEqual(new Map(one.map((shop) => [shop.id, shop])), plain) &&
        'holds other shops than each record says',
    );
  },
};

/** The shops by their ids; null if the body must be refused. */
function plainly(text: string): ReadonlyMap<number, object> | null {
  // A byte order mark at the start is skipped.
  const value = parsed(text.replace(/^\uFEFF/, ''));
  if (!Array.isArray(value)) return null;
  const read = value.map((record) => readShop(record, 'bundles'));
  const good = read.flatMap((one) => (one.ok ? [one.value] : []));
  return value.length - good.length > MOST_BROKEN * value.length ? null : new Map(good.map((shop) => [shop.id, shop]));
}

async function* inChunks(body: Buffer, random: Random): AsyncGenerator<Buffer> {
  const most = random.pick(CHUNKS);
  for (let at = 0; at < body.length; ) {
    const to = at + random.integer(1, most);
    yield body.subarray(at, to);
    at = to;
  }
}

function record(random: Random, id: number): string {
  const fields = {
    owner: { name: random.pick(['Ann', 'Bob', 'Zoë']), uuid: random.pick(['u1', 'u2']) },
    location: { x: random.integer(-999, 999), y: 64, z: random.integer(-999, 999), world: 'world' },
    type: random.pick(['SELLING', 'BUYING', 'OTHER']),
    price: random.integer(0, 999),
    [random.pick(['remaining', 'remainingStock'])]: random.integer(0, 999),
    item: item(random),
  };
  return JSON.stringify(random.chance(0.9) ? { id, ...fields } : { ...fields, id, more: [1] });
}
