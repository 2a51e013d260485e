import { createHash } from 'node:crypto';
import type { Language } from '../../language/language.ts';
import { formatPrice } from '../../language/number.ts';
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
import { describeSalesChart, SALES_PICTURE_NAME, type SalesChart, salesChartSvg } from './sales-chart.ts';
import { cutRange, labelDate } from './ticks.ts';

/** A chart as an attachment of a message. `description` is its alt text. */
export interface Picture {
  readonly attachment: Buffer;
  readonly name: string;
  readonly description: string;
}

export type Chart = PriceChart | SalesChart;

/** Draws a chart as an attachment. Rejects if it cannot be drawn. */
export async function drawPicture(chart: Chart): Promise<Picture> {
  if ('days' in chart) {
    const drawn = await drawSvg(salesChartSvg(chart), PNG_WIDTH_PX, chart.language.tag);
    return { attachment: Buffer.from(drawn), name: SALES_PICTURE_NAME, description: describeSalesChart(chart) };
  }
  const png = await renderChart(chart);
  return { attachment: Buffer.from(png), name: PICTURE_NAME, description: describeChart(chart) };
}

/** Width of the PNG (px). Phones show the picture some 350 points wide, at three pixels a point. */
const PNG_WIDTH_PX = 1_200;

/** Draws a chart as PNG, 1200 px wide. Rejects if it cannot be drawn. */
export async function renderChart(chart: PriceChart): Promise<Uint8Array> {
  return drawSvg(chartSvg(chart), PNG_WIDTH_PX, chart.language.tag);
}

type Draw = (chart: Chart) => Promise<Picture>;

/** Too many pictures wait, or one takes too long. The answer goes without its picture. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy';
}

interface PictureQueueParts {
  /** Rejects if the chart cannot be drawn. */
  readonly draw: Draw;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Limits the queued pictures. */
export const MOST_QUEUED_PICTURES = 100;
/** Limits an answer's wait for its picture, because users want the numbers first. */
export const LONGEST_PICTURE_WAIT_MS = 2_000;
/** Limits the cached pictures, of some 30 KB each. */
const MOST_CACHED_CHARTS = 100;

/**
 * Creates a queue that draws one picture at a time. Equal requests share one picture, whether it is queued, in progress
 * or drawn. Rejects with PicturesBusy if too many wait or one takes too long, and with the errors of `draw`.
 */
export function createPictureQueue({ draw, clock }: PictureQueueParts): Draw {
  const drawings = new PromiseCache<Picture>({ most: MOST_CACHED_CHARTS });
  let waiting = 0;
  const queue = new SerialQueue();

  /** Draws the chart in its turn, unless `late` has aborted. */
  function drawInTurn(chart: Chart, late: AbortSignal): Promise<Picture> {
    waiting += 1;
    return queue.run(() => {
      waiting -= 1;
      late.throwIfAborted();
      return draw(chart);
    });
  }

  async function drawInTime(chart: Chart): Promise<Picture> {
    if (waiting >= MOST_QUEUED_PICTURES) throw new PicturesBusy('Too many pictures wait to be drawn');
    const [late, drawn] = [new AbortController(), new AbortController()];
    const busy = new PicturesBusy('A picture was not drawn in time');
    const tooLate = clock.sleep(LONGEST_PICTURE_WAIT_MS, drawn.signal).then(() => {
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

const TIME_FIELDS = new Set(['from', 'until', 'at', 'to', 'now']);
/** The shortest visible difference in time: one pixel of a chart of one day, the shortest chart. */
const VISIBLE_MS = 60_000;

/**
 * Returns a key that is equal for charts with the same picture: all drawn or described facts, with times in minutes. A
 * request a little later shares the picture until something happens.
 */
export function pictureKey(chart: Chart): string {
  const shown = JSON.stringify(chart, (name, value: unknown) =>
    typeof value === 'number' && TIME_FIELDS.has(name) ? Math.floor(value / VISIBLE_MS) : value,
  );
  return createHash('sha256').update(shown).digest('base64');
}

/** Limits the alt text. Discord allows 1,024 characters, but a screen reader takes long to read them. */
const CHART_ALT_CHARACTERS = 300;
/** Describes a chart as alt text, in plain text. */
export function describeChart(chart: PriceChart): string {
  const { title, from, to, target, language } = chart;
  const plot = layOut(chart, true);
  const { outages, mixed } = plot;
  const n = Math.max(1, Math.round((to - from) / DAY_MS));
  const facts = [
    language.say('chart.alt-title', { item: clean(title), n }),
    ...describePurchases(plot.traded, language),
    ...formatCut(plot),
    ...formatAsks(chart, plot),
    ...(target === null ? [] : [language.say('chart.alt-watched', { price: formatPrice(target, language) })]),
    ...(outages.length === 0 ? [] : [language.say('chart.alt-outages', { n: outages.length })]),
    ...(mixed === null ? [] : [language.say('chart.alt-mixed', { date: labelDate(mixed.until, language) })]),
    ...(hasBefore(plot) ? [language.say('chart.alt-before')] : []),
  ];
  return clip(language.sentences(facts), CHART_ALT_CHARACTERS);
}

/** Describes the medians: the first and the last one, then the lowest and highest if these differ. */
function describePurchases(traded: readonly TradedPoint[], language: Language): string[] {
  const medians = traded.map(({ summary }) => summary.median);
  const [first, last] = [medians.at(0), medians.at(-1)];
  if (first === undefined || last === undefined) return [language.say('chart.alt-none')];
  const n = traded.reduce((sum, { summary }) => sum + summary.trades, 0);
  const purchases = language.say('common.purchases', { n });
  const named = (of: number) => formatPrice(of, language);
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
  return reached === null ? [] : [language.say('chart.alt-cut', { price: formatPrice(reached, language) })];
}

function formatAsks({ to, now, language }: PriceChart, { asks }: Plot): string[] {
  const last = asks.at(-1);
  if (!last) return [];
  const isOver = last.until < to && last.until < now;
  const key = isOver ? 'chart.alt-ask-last' : to < now ? 'chart.alt-ask-end' : 'chart.alt-ask-now';
  return [language.say(key, { price: formatPrice(last.ask, language) })];
}
