import { expect, test } from 'vitest';
import { answerPrice, type PriceContext } from '../../commands/price/answer.ts';
import { PicturesBusy } from '../../src/discord/chart/picture.ts';
import { WorkQueue } from '../../src/discord/command/command.ts';
import { identify } from '../../src/market/item/identity.ts';
import { createPriceFacts, type PriceSources } from '../../src/prices/price-facts.ts';
import { createWorths } from '../../src/prices/reference-prices.ts';
import { NO_ICONS } from '../discord/no-icons.ts';
import { NO_SNAPSHOT } from '../discord/no-snapshot.ts';
import { layoutText } from '../discord/render/layout-text.ts';
import { ENGLISH } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { openOnFile } from '../storage/sqlite/journal/open.ts';
import { item, purchase, shop } from '../storage/sqlite/journal/samples.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 37);
const SLIME = { type: 'SLIME_BLOCK' };
const DRAWN = { attachment: Buffer.from('png'), name: 'price.png', description: 'a chart' };

/** Returns a context with one purchase of a slime block, and counts reads of its history. */
async function contextOf(draw: PriceContext['drawChart'] = async () => DRAWN) {
  const { journal } = openOnFile(() => NOW);
  const slime = item(SLIME.type, identify(SLIME.type).key);
  const buy = (at: number) => {
    const change = { kind: 'traded', at, trade: purchase(at, slime, 12), shop: { ...shop(), item: slime } } as const;
    return journal.record({ changes: [change], notices: [] });
  };
  await buy(NOW - 1_000);
  let reads = 0;
  const counting: PriceSources['journal'] = {
    mixedHistory: (...of) => journal.mixedHistory(...of),
    pricesPaid: (...of) => journal.pricesPaid(...of),
    priceSamples: (...of) => journal.priceSamples(...of),
    outages: (since) => journal.outages(since),
    history(...of) {
      reads += 1;
      return journal.history(...of);
    },
  };
  const market = () => null;
  const work = new WorkQueue();
  const worths = createWorths(journal, market, () => NOW);
  const sources: PriceSources = {
    journal: counting,
    worths,
    market,
    tradesKnownSince: async () => null,
    now: () => NOW,
  };
  const context: PriceContext = {
    journal,
    now: () => NOW,
    priceFacts: createPriceFacts(sources, (task) => work.run(task)),
    drawChart: draw,
    drawCanvas: async () => null,
    bans: { list: async () => null, known: () => [] },
    status: {
      stream: () => ({ state: 'live', since: NOW, lastFrameAt: NOW, lastEventAt: null, counted: {} }),
      snapshot: () => NO_SNAPSHOT,
    },
    market,
    icons: NO_ICONS,
    workQueue: work,
    log: recordingLog(),
  };
  return { context, buy, reads: () => reads };
}

test('a hundred equal price requests at once read the history once', async () => {
  const { context, reads } = await contextOf();
  const answers = await Promise.all(Array.from({ length: 100 }, () => answerPrice(SLIME, 30, context, ENGLISH)));
  // The requested span, and the week of the trend.
  expect(reads()).toBe(2);
  expect(new Set(answers.map(layoutText)).size).toBe(1);
  expect(answers[99]?.files).toEqual([DRAWN]);
});

test('a price request after another trade includes that trade', async () => {
  const { context, buy } = await contextOf();
  expect(JSON.stringify(await answerPrice(SLIME, 30, context, ENGLISH))).toContain('1 purchase · 1 shop');
  await buy(NOW - 500);
  expect(JSON.stringify(await answerPrice(SLIME, 30, context, ENGLISH))).toContain('2 purchases · ');
});

test('while the chart queue is full, a price answer has the note “No chart this time” instead of a chart', async () => {
  const { context } = await contextOf(async () => {
    throw new PicturesBusy('too many');
  });
  const answer = await answerPrice(SLIME, 30, context, ENGLISH);
  expect(answer.files).toEqual([]);
  expect(JSON.stringify(answer.components)).not.toContain('attachment:');
  expect(layoutText(answer)).toContain('No chart this time');
});

test('an item without a history has no chart, and the answer does not mention one', async () => {
  const { context } = await contextOf();
  expect(layoutText(await answerPrice({ type: 'DIRT' }, 30, context, ENGLISH))).not.toContain('No chart');
});
