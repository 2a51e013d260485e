import { price } from '../../language/number.ts';
import { clean } from '../render/words/text.ts';
import { isDrawable, textWidth } from './font.ts';
import {
  BEFORE_DOTS,
  drawAxes,
  drawBefore,
  drawOutages,
  drawTarget,
  drawVolumes,
  hasBefore,
  hatch,
  OUTAGE_HATCH,
  shade,
  TARGET_DASHES,
} from './panels.ts';
import { BOTTOM, HEADING, layOut, MARGIN, type Plot, WIDTH } from './plot.ts';
import type { PriceChart } from './price-chart.ts';
import { ASK_DASHES, ASK_WIDTH, drawAsks, drawMedians, drawMixed, drawOffScale, isDot, runsOf } from './series.ts';
import {
  ASK,
  CARD,
  CARD_EDGE,
  diamond,
  dot,
  element,
  fitted,
  line,
  MEDIAN,
  OUTAGE,
  px,
  SMALL,
  TARGET,
  TEXT,
  TEXT_QUIET,
  text,
  VOLUME,
} from './svg.ts';
import { cutRange, labelDate, labelSpan } from './ticks.ts';

const TITLE_SIZE = 34;
const TITLE_BASELINE = 50;
const TEXT_WIDTH_PX = WIDTH - 2 * MARGIN;

/**
 * Draws an item's prices as an SVG, 720 px wide and as high as its legend needs. The title shows type, enchantments and
 * potion, because the message shows players' names for the item.
 */
export function chartSvg(chart: PriceChart): string {
  const hasTitle = clean(chart.kindName) !== '' && isDrawable(clean(chart.kindName));
  const plot = layOut(chart, hasTitle);
  const legend = drawLegend(plot);
  const { height } = legend;
  const edge = { x: 0.5, y: 0.5, width: WIDTH - 1, height: height - 1, rx: 12, fill: CARD, stroke: CARD_EDGE };
  const content = [
    element('defs', {}, OUTAGE_HATCH + BEFORE_DOTS),
    element('rect', edge),
    drawHeader(chart, hasTitle),
    drawBefore(plot),
    drawAxes(plot),
    drawOutages(plot),
    drawVolumes(plot),
    drawMixed(plot),
    drawMedians(plot),
    drawAsks(plot),
    drawTarget(plot),
    drawOffScale(plot),
    drawAbsence(plot),
    legend.drawn,
  ];
  const size = { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, content.join(''));
}

function drawHeader({ from, to, kindName, language }: PriceChart, hasTitle: boolean): string {
  const title = { size: TITLE_SIZE, weight: 600, fill: TEXT } as const;
  const heading = hasTitle ? text(MARGIN, TITLE_BASELINE, fitted(kindName, TEXT_WIDTH_PX, TITLE_SIZE, 600), title) : '';
  const subtitle = language.say('chart.subtitle', { span: labelSpan(from, Math.max(from, to), language) });
  return heading + text(MARGIN, TITLE_BASELINE + (hasTitle ? HEADING : 0), fitted(subtitle, TEXT_WIDTH_PX));
}

/** Writes that there are no purchases, below any asks. */
function drawAbsence({ traded, priceTicks, top, priceBottom, language }: Plot): string {
  if (traded.length > 0) return '';
  const hasPrices = priceTicks.length > 0;
  const y = hasPrices ? (priceBottom + BOTTOM) / 2 + SMALL / 2 : (top + BOTTOM) / 2;
  const words = language.say(hasPrices ? 'chart.no-purchases' : 'chart.nothing');
  return text(WIDTH / 2, y, fitted(words, TEXT_WIDTH_PX), { anchor: 'middle', rim: CARD });
}

const FIRST_BASELINE = BOTTOM + 74;
const ROW_PX = 36;
/** Space below the last row of the legend, or below the dates without one. */
const FOOT_PX = 22;
const SWATCH = 28;
const SWATCH_GAP = 8;
const ENTRY_GAP = 24;

interface Entry {
  readonly name: string;
  readonly drawn: boolean;
  /** Draws the swatch from `x`, centred on the height `y`. */
  readonly swatch: (x: number, y: number) => string;
}

interface Legend {
  readonly drawn: string;
  /** Height of the whole picture (px). */
  readonly height: number;
}

/** Draws an entry for each kind of mark in the plot, in rows. */
function drawLegend(plot: Plot): Legend {
  let [x, baseline] = [MARGIN, FIRST_BASELINE - ROW_PX];
  const parts = [...priceEntries(plot), ...otherEntries(plot)]
    .filter((entry) => entry.drawn)
    .map((entry, at) => {
      const name = fitted(entry.name, WIDTH - 2 * MARGIN - SWATCH - SWATCH_GAP);
      const width = SWATCH + SWATCH_GAP + textWidth(name, SMALL);
      if (at === 0 || x + width > WIDTH - MARGIN) [x, baseline] = [MARGIN, baseline + ROW_PX];
      const start = x;
      x += width + ENTRY_GAP;
      return entry.swatch(start, baseline - 8.5) + text(start + SWATCH + SWATCH_GAP, baseline, name);
    });
  return { drawn: parts.join(''), height: baseline + FOOT_PX };
}

function priceEntries(plot: Plot): Entry[] {
  const { traded, asks, target, language } = plot;
  const hasMedians = runsOf(traded).some(({ length }) => length > 1);
  const hasAsks = asks.some((span) => !isDot(span, plot));
  const cut = cutRange(traded, plot.price.high);
  return [
    {
      name: language.say('chart.median'),
      drawn: traded.length > 0,
      swatch: (x, y) => (hasMedians ? stroke(x, y, MEDIAN, 4) : dot(x + SWATCH / 2, y, MEDIAN)),
    },
    {
      name:
        cut === null ? language.say('chart.range') : language.say('chart.range-cut', { price: price(cut, language) }),
      drawn: traded.some(({ summary }) => summary.p90 > summary.p10),
      swatch: (x, y) => box(x, y, MEDIAN, '0.35'),
    },
    {
      name: language.say('chart.ask'),
      drawn: asks.length > 0,
      swatch: (x, y) => (hasAsks ? stroke(x, y, ASK, ASK_WIDTH, ASK_DASHES) : diamond(x + SWATCH / 2, y, ASK)),
    },
    {
      name: language.say('chart.watched'),
      drawn: target !== null,
      swatch: (x, y) => stroke(x, y, TARGET, 3, TARGET_DASHES),
    },
  ];
}

function otherEntries(plot: Plot): Entry[] {
  const { traded, mixed, outages, priceTicks, language } = plot;
  const first = priceTicks[0];
  return [
    { name: language.say('chart.bought'), drawn: traded.length > 0, swatch: bars },
    {
      name: language.say('chart.mixed', { date: mixed === null ? '' : labelDate(mixed.until, language) }),
      drawn: mixed !== null,
      swatch: dots,
    },
    { name: language.say('chart.outage'), drawn: outages.length > 0, swatch: (x, y) => hatch(x, y - 9, SWATCH, 18) },
    { name: language.say('chart.before'), drawn: hasBefore(plot), swatch: (x, y) => shade(x, y - 9, SWATCH, 18) },
    {
      name: language.say('chart.not-from-zero', { price: first?.name ?? '' }),
      drawn: first !== undefined && first.value > 0,
      swatch: (x, y) => zigzag(x, y),
    },
  ];
}

function stroke(x: number, y: number, colour: string, width: number, dashes?: string): string {
  return line([x, y], [x + SWATCH, y], colour, width, dashes);
}

function box(x: number, y: number, fill: string, opacity: string): string {
  return element('rect', { x, y: y - 9, width: SWATCH, height: 18, rx: 2, fill, 'fill-opacity': opacity });
}

function dots(x: number, y: number): string {
  return [4, 14, 24].map((right) => element('circle', { cx: x + right, cy: y, r: 2.5, fill: OUTAGE })).join('');
}

function bars(x: number, y: number): string {
  const d = [8, 18, 12].map((height, at) => `M${px(x + 2 + 9 * at)} ${px(y + 9)}v${-height}h6v${height}Z`);
  return element('path', { d: d.join(''), fill: VOLUME });
}

function zigzag(x: number, y: number): string {
  const d = `M${px(x)} ${px(y)}h6l4 -8l8 16l4 -8h6`;
  return element('path', { d, fill: 'none', stroke: TEXT_QUIET, 'stroke-width': 2 });
}
