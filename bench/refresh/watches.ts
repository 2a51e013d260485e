import type { Watch, WatchTrigger } from '../../src/routing/watch.ts';
import { sequence } from '../random.ts';

/** Watched items: those of the market, then further items of the game up to this number. */
const TYPES = 1_500;
const PER_PERSON = 50;
/** One watch in a thousand waits for a usual price, all others for a price below every offer. */
const USUAL = 0.001;
const TRIGGERS: readonly WatchTrigger[] = ['at-or-below', 'at-or-below', 'at-or-below', 'traded'];

/** Watches, evenly spread over 1,500 items. `cheapest`: unit prices by item type. */
export function* watchesOf(count: number, cheapest: Readonly<Record<string, number>>): Generator<Watch> {
  const random = sequence(7);
  const known = Object.keys(cheapest);
  const types = Array.from({ length: Math.max(TYPES, known.length) }, (_, at) => known[at] ?? `ITEM_${at}`);
  for (let at = 0; at < count; at += 1) {
    const type = types[at % types.length] ?? '';
    const usual = cheapest[type] ?? 10;
    const price = usual * (random() < USUAL ? 1.2 : 0.1 + 0.6 * random());
    yield {
      type: 'watch',
      id: `w${at}`,
      userId: `${1_000_000 + Math.floor(at / PER_PERSON)}`,
      item: { type },
      trigger: TRIGGERS[Math.floor(random() * TRIGGERS.length)] ?? 'at-or-below',
      price,
      filter: { item: { type }, containers: true },
      repeat: 'recurring',
      cooldownMinutes: 60,
      expiresAt: null,
      snoozedUntil: null,
      locale: 'en-GB',
      createdAt: at,
      paused: false,
    };
  }
}
