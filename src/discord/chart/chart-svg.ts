import { formatPrice } from '../../language/number.ts';
import { clean } from '../render/words/text.ts';
import { isDrawable } from './font.ts';
import { absenceEntries, drawLegend, type LegendEntry, SWATCH_PX } from './legend.ts';
import { drawAxes, drawBefore, drawCard, drawOutages, drawTarget, drawVolumes, TARGET_DASHES } from './panels.ts';
import { CHART_WIDTH_PX, HEADING_PX, layOut, MARGIN_PX, PLOT_BOTTOM_PX, type Plot } from './plot.ts';
import type { PriceChart } from './price-chart.ts';
import { ASK_DASHES, ASK_WIDTH, drawAsks, drawMedians, drawMixed, drawOffScale, isDot, runsOf } from './series.ts';
import {
  ASK_COLOUR,
  CARD_COLOUR,
  drawDiamond,
  drawDot,
  drawLine,
  drawText,
  element,
  fitText,
  MEDIAN_COLOUR,
  OUTAGE_COLOUR,
  px,
  QUIET_TEXT_COLOUR,
  SMALL_TEXT_PX,
  TARGET_COLOUR,
  TEXT_COLOUR,
  VOLUME_COLOUR,
} from './svg.ts';
import { cutRange, labelDate, labelSpan } from './ticks.ts';

const TITLE_PX = 34;
const TITLE_BASELINE_PX = 50;
const TEXT_WIDTH_PX = CHART_WIDTH_PX - 2 * MARGIN_PX;

/**
 * Draws an item's prices as an SVG, 720 px wide and as high as its legend needs. The title shows type, enchantments and
 * potion, because the message shows players' names for the item.
 */
export function chartSvg(chart: PriceChart): string {
  const hasTitle = clean(chart.kindName) !== '' && isDrawable(clean(chart.kindName));
  const plot = layOut(chart, hasTitle);
  const legend = drawLegend([...priceEntries(plot), ...otherEntries(plot)]);
  return drawCard(legend.height, [
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
  ]);
}

function drawHeader({ from, to, kindName, language }: PriceChart, hasTitle: boolean): string {
  const title = { size: TITLE_PX, weight: 600, fill: TEXT_COLOUR } as const;
  const heading = hasTitle
    ? drawText(MARGIN_PX, TITLE_BASELINE_PX, fitText(kindName, TEXT_WIDTH_PX, TITLE_PX, 600), title)
    : '';
  const subtitle = language.say('chart.subtitle', { span: labelSpan(from, Math.max(from, to), language) });
  return (
    heading + drawText(MARGIN_PX, TITLE_BASELINE_PX + (hasTitle ? HEADING_PX : 0), fitText(subtitle, TEXT_WIDTH_PX))
  );
}

/** Writes that there are no purchases, below any asks. */
function drawAbsence({ traded, priceTicks, top, priceBottom, language }: Plot): string {
  if (traded.length > 0) return '';
  const hasPrices = priceTicks.length > 0;
  const y = hasPrices ? (priceBottom + PLOT_BOTTOM_PX) / 2 + SMALL_TEXT_PX / 2 : (top + PLOT_BOTTOM_PX) / 2;
  const words = language.say(hasPrices ? 'chart.no-purchases' : 'chart.nothing');
  return drawText(CHART_WIDTH_PX / 2, y, fitText(words, TEXT_WIDTH_PX), { anchor: 'middle', rim: CARD_COLOUR });
}

function priceEntries(plot: Plot): LegendEntry[] {
  const { traded, asks, target, language } = plot;
  const hasMedians = runsOf(traded).some(({ length }) => length > 1);
  const hasAsks = asks.some((span) => !isDot(span, plot));
  const cut = cutRange(traded, plot.price.high);
  return [
    {
      name: language.say('chart.median'),
      drawn: traded.length > 0,
      swatch: (x, y) => (hasMedians ? stroke(x, y, MEDIAN_COLOUR, 4) : drawDot(x + SWATCH_PX / 2, y, MEDIAN_COLOUR)),
    },
    {
      name:
        cut === null
          ? language.say('chart.range')
          : language.say('chart.range-cut', { price: formatPrice(cut, language) }),
      drawn: traded.some(({ summary }) => summary.p90 > summary.p10),
      swatch: (x, y) => box(x, y, MEDIAN_COLOUR, '0.35'),
    },
    {
      name: language.say('chart.ask'),
      drawn: asks.length > 0,
      swatch: (x, y) =>
        hasAsks ? stroke(x, y, ASK_COLOUR, ASK_WIDTH, ASK_DASHES) : drawDiamond(x + SWATCH_PX / 2, y, ASK_COLOUR),
    },
    {
      name: language.say('chart.watched'),
      drawn: target !== null,
      swatch: (x, y) => stroke(x, y, TARGET_COLOUR, 3, TARGET_DASHES),
    },
  ];
}

function otherEntries(plot: Plot): LegendEntry[] {
  const { traded, mixed, priceTicks, language } = plot;
  const first = priceTicks[0];
  return [
    { name: language.say('chart.bought'), drawn: traded.length > 0, swatch: bars },
    {
      name: language.say('chart.mixed', { date: mixed === null ? '' : labelDate(mixed.until, language) }),
      drawn: mixed !== null,
      swatch: dots,
    },
    ...absenceEntries(plot),
    {
      name: language.say('chart.not-from-zero', { price: first?.name ?? '' }),
      drawn: first !== undefined && first.value > 0,
      swatch: (x, y) => zigzag(x, y),
    },
  ];
}

function stroke(x: number, y: number, colour: string, width: number, dashes?: string): string {
  return drawLine([x, y], [x + SWATCH_PX, y], colour, width, dashes);
}

function box(x: number, y: number, fill: string, opacity: string): string {
  return element('rect', { x, y: y - 9, width: SWATCH_PX, height: 18, rx: 2, fill, 'fill-opacity': opacity });
}

function dots(x: number, y: number): string {
  return [4, 14, 24].map((right) => element('circle', { cx: x + right, cy: y, r: 2.5, fill: OUTAGE_COLOUR })).join('');
}

function bars(x: number, y: number): string {
  const d = [8, 18, 12].map((height, at) => `M${px(x + 2 + 9 * at)} ${px(y + 9)}v${-height}h6v${height}Z`);
  return element('path', { d: d.join(''), fill: VOLUME_COLOUR });
}

function zigzag(x: number, y: number): string {
  const d = `M${px(x)} ${px(y)}h6l4 -8l8 16l4 -8h6`;
  return element('path', { d, fill: 'none', stroke: QUIET_TEXT_COLOUR, 'stroke-width': 2 });
}
