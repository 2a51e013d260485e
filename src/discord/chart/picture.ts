import { createHash } from 'node:crypto';
import type { Language } from '../../language/language.ts';
import { price } from '../../language/number.ts';
import type { Clock } from '../../time/clock.ts';
import { DAY_MS } from '../../time/durations.ts';
import { PromiseCache } from '../../time/promise-cache.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { clean, clip } from '../render/words/text.ts';
import { chartSvg } from './chart-svg.ts';
import { drawSvg } from './draw-svg.ts';
import { hasBefore } from './panels.ts';
import { layOut, type Plot } from './plot.ts';
import { PICTURE_NAME, type PriceChart, type TradedPoint } from './price-chart.ts';
import { cutRange, labelDate } from './ticks.ts';

/** A chart as a message takes it: the picture, and in words for those who cannot see it. */
export interface Picture {
  readonly attachment: Buffer;
  readonly name: string;
  readonly description: string;
}

/** @throws Error where the chart cannot be drawn */
export async function drawPicture(chart: PriceChart): Promise<Picture> {
  const png = await renderChart(chart);
  return { attachment: Buffer.from(png), name: PICTURE_NAME, description: describeChart(chart) };
}

/** A phone has three pixels to a point, and shows the picture some 350 points wide. */
const PNG_WIDTH = 1_200;

/** The chart as PNG, 1200 px wide; rejects if it cannot be drawn. */
export async function renderChart(chart: PriceChart): Promise<Uint8Array> {
  return drawSvg(chartSvg(chart), PNG_WIDTH, chart.language.tag);
}

type Draw = (chart: PriceChart) => Promise<Picture>;

/** Too many pictures wait, or one takes too long: the answer goes without. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy';
}

interface PictureQueueParts {
  /** Rejects where the chart cannot be drawn. */
  readonly draw: Draw;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Most pictures that wait to be drawn. */
export const MOST_WAITING = 100;
/** Longest wait of an answer for its picture: users ask for the numbers. */
export const LONGEST_WAIT_MS = 5_000;
/** Some 30 KB each. */
const MOST_KEPT = 100;

/**
 * Draws one picture after the other. A request for a picture that is drawn, waits or is being drawn shares it. Rejects
 * with PicturesBusy where too many wait or it takes too long, and with what the drawing throws.
 */
export function createPictureQueue({ draw, clock }: PictureQueueParts): Draw {
  const drawings = new PromiseCache<Picture>({ most: MOST_KEPT });
  let waiting = 0;
  const queue = new SerialQueue();

  /** Draws it in its turn, unless its wait is over. */
  function drawInTurn(chart: PriceChart, late: AbortSignal): Promise<Picture> {
    waiting += 1;
    return queue.run(() => {
      waiting -= 1;
      late.throwIfAborted();
      return draw(chart);
    });
  }

  async function drawInTime(chart: PriceChart): Promise<Picture> {
    if (waiting >= MOST_WAITING) throw new PicturesBusy('Too many pictures wait to be drawn');
    const [late, drawn] = [new AbortController(), new AbortController()];
    const busy = new PicturesBusy('A picture was not drawn in time');
    const tooLate = clock.sleep(LONGEST_WAIT_MS, drawn.signal).then(() => {
      late.abort(busy);
      throw busy;
    });
    try {
      return await Promise.race([drawInTurn(chart, late.signal), tooLate]);
    } finally {
      drawn.abort();
    }
  }

  return (chart) => drawings.get(pictureKey(chart), () => drawInTime(chart));
}

const MOMENTS = new Set(['from', 'until', 'at', 'to', 'now']);
/** Nothing shorter can be seen: it is a pixel of a day, the shortest time that is drawn. */
const SEEN_MS = 60_000;

/**
 * Returns a key that is equal for charts that give the same picture: all facts that are drawn or said, with moments in
 * minutes. A request a little later shows the same picture until something happens.
 */
export function pictureKey(chart: PriceChart): string {
  const shown = JSON.stringify(chart, (name, value: unknown) =>
    typeof value === 'number' && MOMENTS.has(name) ? Math.floor(value / SEEN_MS) : value,
  );
  return createHash('sha256').update(shown).digest('base64');
}

/** Discord allows 1,024; who listens to it wants less. */
const MOST = 300;
/** The chart in words, for those who cannot see it; plain text of at most 300 characters. */
export function describeChart(chart: PriceChart): string {
  const { title, from, to, target, language } = chart;
  const plot = layOut(chart, true);
  const { outages, mixed } = plot;
  const n = Math.max(1, Math.round((to - from) / DAY_MS));
  const facts = [
    language.say('chart.alt-title', { item: clean(title), n }),
    ...formatPurchases(plot.traded, language),
    ...formatCut(plot),
    ...formatAsks(chart, plot),
    ...(target === null ? [] : [language.say('chart.alt-watched', { price: price(target, language) })]),
    ...(outages.length === 0 ? [] : [language.say('chart.alt-outages', { n: outages.length })]),
    ...(mixed === null ? [] : [language.say('chart.alt-mixed', { date: labelDate(mixed.until, language) })]),
    ...(hasBefore(plot) ? [language.say('chart.alt-before')] : []),
  ];
  return clip(language.sentences(facts), MOST);
}

/** From the first step to the last, and how far it went besides. */
function formatPurchases(traded: readonly TradedPoint[], language: Language): string[] {
  const medians = traded.map(({ summary }) => summary.median);
  const [first, last] = [medians.at(0), medians.at(-1)];
  if (first === undefined || last === undefined) return [language.say('chart.alt-none')];
  const n = traded.reduce((sum, { summary }) => sum + summary.trades, 0);
  const purchases = language.say('common.purchases', { n });
  const named = (of: number) => price(of, language);
  const [from, to, low, high] = [named(first), named(last), named(Math.min(...medians)), named(Math.max(...medians))];
  const way =
    from === to
      ? language.say('chart.alt-same', { purchases, price: to })
      : language.say(last > first ? 'chart.alt-rose' : 'chart.alt-fell', { purchases, from, to });
  const isBetween = [low, high].every((end) => end === from || end === to);
  return isBetween ? [way] : [way, language.say('chart.alt-between', { low, high })];
}

function formatCut({ traded, price: { high }, language }: Plot): string[] {
  const reached = cutRange(traded, high);
  return reached === null ? [] : [language.say('chart.alt-cut', { price: price(reached, language) })];
}

function formatAsks({ to, now, language }: PriceChart, { asks }: Plot): string[] {
  const last = asks.at(-1);
  if (!last) return [];
  const isOver = last.until < to && last.until < now;
  const key = isOver ? 'chart.alt-ask-last' : to < now ? 'chart.alt-ask-end' : 'chart.alt-ask-now';
  return [language.say(key, { price: price(last.ask, language) })];
}
