import { price } from '../../../language/number.ts';
import { textWidth } from '../font.ts';
import { labelDate } from '../plot/labels.ts';
import { BOTTOM, MARGIN, type Plot, WIDTH } from '../plot/plot.ts';
import { cutRange } from '../plot/price-axis.ts';
import { ASK_DASHES, ASK_WIDTH, isDot } from './asks.ts';
import { TARGET_DASHES } from './axes.ts';
import { hasBefore, shade } from './before.ts';
import { diamond, dot, element, fitted, line, px, SMALL, text } from './elements.ts';
import { runsOf } from './medians.ts';
import { hatch } from './outages.ts';
import { ASK, MEDIAN, OUTAGE, TARGET, TEXT_QUIET, VOLUME } from './theme.ts';

const FIRST_BASELINE = BOTTOM + 74;
const ROW = 36;
/** Below the last row, or the dates where there is none. */
const FOOT = 22;
const SWATCH = 28;
const SWATCH_GAP = 8;
const ENTRY_GAP = 24;

interface Entry {
  readonly name: string;
  readonly drawn: boolean;
  /** Draws the swatch from x around the height y. */
  readonly swatch: (x: number, y: number) => string;
}

export interface Legend {
  readonly drawn: string;
  /** Where the picture ends, px. */
  readonly height: number;
}

/** What the marks mean, of what is drawn, in as many rows as that takes. */
export function drawLegend(plot: Plot): Legend {
  let [x, baseline] = [MARGIN, FIRST_BASELINE - ROW];
  const parts = [...priceEntries(plot), ...otherEntries(plot)]
    .filter((entry) => entry.drawn)
    .map((entry, at) => {
      const name = fitted(entry.name, WIDTH - 2 * MARGIN - SWATCH - SWATCH_GAP);
      const width = SWATCH + SWATCH_GAP + textWidth(name, SMALL);
      if (at === 0 || x + width > WIDTH - MARGIN) [x, baseline] = [MARGIN, baseline + ROW];
      const start = x;
      x += width + ENTRY_GAP;
      return entry.swatch(start, baseline - 8.5) + text(start + SWATCH + SWATCH_GAP, baseline, name);
    });
  return { drawn: parts.join(''), height: baseline + FOOT };
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
