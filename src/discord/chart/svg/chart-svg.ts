import { clean } from '../../render/words/text.ts';
import { isDrawable, textWidth } from '../font.ts';
import { labelSpan } from '../plot/labels.ts';
import { BOTTOM, HEADING, HEIGHT, layOut, MARGIN, type Plot, WIDTH } from '../plot/plot.ts';
import type { PriceChart } from '../price-chart.ts';
import { drawAsks } from './asks.ts';
import { drawAxes, drawTarget } from './axes.ts';
import { element, text } from './elements.ts';
import { drawLegend } from './legend.ts';
import { drawMedians } from './medians.ts';
import { drawOffScale } from './off-scale.ts';
import { drawOutages, OUTAGE_HATCH } from './outages.ts';
import { CARD, CARD_EDGE, TEXT } from './theme.ts';
import { drawVolumes } from './volumes.ts';

const TITLE_SIZE = 24;
const TITLE_BASELINE = 39;

/** The picture of an item's prices, as SVG. Where the font cannot draw the title, Discord shows it beside the picture. */
export function chartSvg(chart: PriceChart): string {
  const title = fitTitle(chart.title) ?? fitTitle(withoutName(chart.title)) ?? fitTitle(chart.typeName);
  const plot = layOut(chart, title !== null);
  const edge = { x: 0.5, y: 0.5, width: WIDTH - 1, height: HEIGHT - 1, rx: 12, fill: CARD, stroke: CARD_EDGE };
  const content = [
    element('defs', {}, OUTAGE_HATCH),
    element('rect', edge),
    drawHeader(chart, plot, title),
    drawAxes(plot),
    drawOutages(plot),
    drawVolumes(plot),
    drawMedians(plot),
    drawAsks(plot),
    drawTarget(plot),
    drawOffScale(plot),
    drawAbsence(plot),
    drawLegend(plot),
  ];
  const size = { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, content.join(''));
}

/** Where the font cannot draw the name that a player gave to a variant: that it has one; the message beside says which. */
function withoutName(title: string): string {
  return title.replace(/".*"(?=\)$)/s, 'named item');
}

function fitTitle(title: string): string | null {
  const name = clean(title);
  if (!isDrawable(name)) return null;
  for (let length = name.length; length > 0; length -= 1) {
    const fitting = clean(name, length);
    if (textWidth(fitting, TITLE_SIZE, 600) <= WIDTH - 2 * MARGIN) return fitting;
  }
  return null;
}

function drawHeader({ from, to }: PriceChart, { locale }: Plot, title: string | null): string {
  const heading =
    title === null ? '' : text(MARGIN, TITLE_BASELINE, title, { size: TITLE_SIZE, weight: 600, fill: TEXT });
  const span = labelSpan(from, Math.max(from, to), locale);
  const baseline = TITLE_BASELINE + (title === null ? 0 : HEADING);
  return heading + text(MARGIN, baseline, `Diamonds each · ${span} (UTC)`);
}

/** Says that there are no purchases; asks, if any, stand above it. */
function drawAbsence({ traded, priceTicks, left, right, top, priceBottom }: Plot): string {
  if (traded.length > 0) return '';
  const words =
    priceTicks.length > 0 ? 'No purchases seen in this time' : 'No purchases and no offers seen in this time';
  const y = priceTicks.length > 0 ? (priceBottom + BOTTOM) / 2 + 8 : (top + BOTTOM) / 2;
  return text((left + right) / 2, y, words, { anchor: 'middle', size: 18, rim: CARD });
}
