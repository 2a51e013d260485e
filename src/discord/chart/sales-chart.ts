import { formatDiamonds } from '../../language/number.ts';
import { DAY_MS } from '../../time/durations.ts';
import { clean, clip } from '../render/words/text.ts';
import { absenceEntries, drawLegend, type LegendEntry, SWATCH_PX } from './legend.ts';
import { drawBefore, drawCard, drawGrid, drawOutages, hasBefore } from './panels.ts';
import { CHART_WIDTH_PX, createScale, type Frame, LEAST_MARK_PX, MARGIN_PX, PLOT_BOTTOM_PX, widest } from './plot.ts';
import { outageSpans, type PriceChart } from './price-chart.ts';
import { ASK_COLOUR, CARD_COLOUR, drawText, element, fitText, px, VOLUME_COLOUR } from './svg.ts';
import { labelDate, labelPrices, labelSpan, priceTicks } from './ticks.ts';

/** Diamonds that an owner's shops earned and spent from `from` to `until` (epoch ms), a UTC day or a part of one. */
export interface DayOfSales {
  readonly from: number;
  readonly until: number;
  readonly earned: number;
  readonly spent: number;
}

/** An owner's earnings by day, from `from` to `to`. */
export interface SalesChart extends Pick<PriceChart, 'from' | 'to' | 'outages' | 'knownSince' | 'now' | 'language'> {
  /** The answer's heading as players wrote it, for the alt text. */
  readonly title: string;
  readonly days: readonly DayOfSales[];
  /** The number of sales to players in all days. */
  readonly sales: number;
}

export const SALES_PICTURE_NAME = 'sales.png';
export const SALES_PICTURE_URL = `attachment://${SALES_PICTURE_NAME}`;

/** Top of the plot (px), below the line with the dates. */
const SALES_TOP_PX = 90;
const HEADER_BASELINE_PX = 50;
const SALES_TEXT_WIDTH_PX = CHART_WIDTH_PX - 2 * MARGIN_PX;
/** Share of a day's width that its bars fill. */
const BAR_SHARE = 0.75;
/** Width of the outline of a bar for spent diamonds (px). */
const OUTLINE_PX = 2.5;

/** Draws an owner's earnings as an SVG: filled bars for earned, outlined ones for spent, outages over both. */
export function salesChartSvg(chart: SalesChart): string {
  const frame = layOutSales(chart);
  const legend = drawLegend([...barEntries(chart), ...absenceEntries(frame)]);
  return drawCard(legend.height, [
    drawSalesHeader(chart),
    drawBefore(frame),
    drawGrid(frame),
    drawBars(chart, frame),
    drawOutages(frame),
    drawNoSales(chart),
    legend.drawn,
  ]);
}

function layOutSales(chart: SalesChart): Frame {
  const { from, days, knownSince, language } = chart;
  const to = Math.max(chart.to, from + 1);
  const { values, step } = priceTicks(0, Math.max(0, ...days.flatMap(({ earned, spent }) => [earned, spent])));
  const names = labelPrices(values, step, language);
  const left = MARGIN_PX + widest(names);
  const right = CHART_WIDTH_PX - MARGIN_PX;
  return {
    ...{ knownSince, language, left, right, top: SALES_TOP_PX, outages: outageSpans(chart), namesDays: true },
    time: createScale(from, to, left, right),
    price: createScale(0, values.at(-1) ?? 1, PLOT_BOTTOM_PX, SALES_TOP_PX),
    priceTicks: values.map((value, at) => ({ value, name: names[at] ?? '' })),
  };
}

function drawSalesHeader({ from, to, language }: SalesChart): string {
  const words = language.say('chart.sales-subtitle', { span: labelSpan(from, Math.max(from, to), language) });
  return drawText(MARGIN_PX, HEADER_BASELINE_PX, fitText(words, SALES_TEXT_WIDTH_PX));
}

/** Draws the bars of each day. A day without spent diamonds leaves the whole width to its earnings. */
function drawBars({ days }: SalesChart, { time, price }: Frame): string {
  const isSpent = days.some(({ spent }) => spent > 0);
  const bars = days.flatMap(({ from, until, earned, spent }) => {
    const room = Math.max(LEAST_MARK_PX, (time(until) - time(from)) * BAR_SHARE);
    const left = (time(from) + time(until) - room) / 2;
    const width = isSpent ? room / 2 : room;
    return [
      earned > 0 ? drawBar(left, width, price(earned), { fill: VOLUME_COLOUR }) : '',
      spent > 0 ? drawBar(left + width, width, price(spent), OUTLINE) : '',
    ];
  });
  return bars.join('');
}

const OUTLINE = { fill: 'none', stroke: ASK_COLOUR, 'stroke-width': OUTLINE_PX };

function drawBar(x: number, width: number, top: number, style: Record<string, string | number>): string {
  const height = Math.max(LEAST_MARK_PX, PLOT_BOTTOM_PX - top);
  return element('rect', { x, y: PLOT_BOTTOM_PX - height, width, height, ...style });
}

function drawNoSales({ days, language }: SalesChart): string {
  if (days.some(({ earned, spent }) => earned > 0 || spent > 0)) return '';
  const y = (SALES_TOP_PX + PLOT_BOTTOM_PX) / 2;
  const words = fitText(language.say('chart.no-sales'), SALES_TEXT_WIDTH_PX);
  return drawText(CHART_WIDTH_PX / 2, y, words, { anchor: 'middle', rim: CARD_COLOUR });
}

function barEntries({ days, language }: SalesChart): LegendEntry[] {
  return [
    {
      name: language.say('chart.earned'),
      drawn: days.some(({ earned }) => earned > 0),
      swatch: (x, y) => element('rect', { x: x + 4, y: y - 9, width: SWATCH_PX - 8, height: 18, fill: VOLUME_COLOUR }),
    },
    {
      name: language.say('chart.spent'),
      drawn: days.some(({ spent }) => spent > 0),
      swatch: (x, y) => element('path', { d: `M${px(x + 5)} ${px(y - 8)}h18v16h-18Z`, ...OUTLINE }),
    },
  ];
}

/** Limits the alt text, which a screen reader takes long to read. */
const SALES_ALT_CHARACTERS = 300;

/** Describes the chart as alt text: the sum, the best day, and the times without data. */
export function describeSalesChart(chart: SalesChart): string {
  const { title, from, to, days, sales, language } = chart;
  const earned = days.reduce((sum, day) => sum + day.earned, 0);
  const best = days.reduce<DayOfSales | null>((most, day) => (day.earned > (most?.earned ?? 0) ? day : most), null);
  const outages = outageSpans(chart).length;
  const facts = [
    language.say('chart.alt-title', { item: clean(title), n: Math.max(1, Math.round((to - from) / DAY_MS)) }),
    language.say('chart.alt-earned', { n: sales, diamonds: formatDiamonds(earned, language) }),
    ...(best === null
      ? []
      : [
          language.say('chart.alt-best-day', {
            date: labelDate(best.from, language),
            diamonds: formatDiamonds(best.earned, language),
          }),
        ]),
    ...(outages === 0 ? [] : [language.say('chart.alt-outages', { n: outages })]),
    ...(hasBefore(layOutSales(chart)) ? [language.say('chart.alt-before')] : []),
  ];
  return clip(language.sentences(facts), SALES_ALT_CHARACTERS);
}
