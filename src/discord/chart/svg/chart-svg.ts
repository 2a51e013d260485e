import { clean } from '../../render/words/text.ts';
import { isDrawable } from '../font.ts';
import { labelSpan } from '../plot/labels.ts';
import { BOTTOM, HEADING, layOut, MARGIN, type Plot, WIDTH } from '../plot/plot.ts';
import type { PriceChart } from '../price-chart.ts';
import { drawAsks } from './asks.ts';
import { drawAxes, drawTarget } from './axes.ts';
import { BEFORE_DOTS, drawBefore } from './before.ts';
import { element, fitted, SMALL, text } from './elements.ts';
import { drawLegend } from './legend.ts';
import { drawMedians, drawMixed } from './medians.ts';
import { drawOffScale } from './off-scale.ts';
import { drawOutages, OUTAGE_HATCH } from './outages.ts';
import { CARD, CARD_EDGE, TEXT } from './theme.ts';
import { drawVolumes } from './volumes.ts';

const TITLE_SIZE = 34;
const TITLE_BASELINE = 50;
const ROOM = WIDTH - 2 * MARGIN;

/**
 * The picture of an item's prices, as SVG, 720 px wide and as high as its legend needs. Its title is the item's type,
 * enchantments and potion: names that players gave stand in the message.
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
  const heading = hasTitle ? text(MARGIN, TITLE_BASELINE, fitted(kindName, ROOM, TITLE_SIZE, 600), title) : '';
  const subtitle = language.say('chart.subtitle', { span: labelSpan(from, Math.max(from, to), language) });
  return heading + text(MARGIN, TITLE_BASELINE + (hasTitle ? HEADING : 0), fitted(subtitle, ROOM));
}

/** Says that there are no purchases; asks, if any, stand above it. */
function drawAbsence({ traded, priceTicks, top, priceBottom, language }: Plot): string {
  if (traded.length > 0) return '';
  const hasPrices = priceTicks.length > 0;
  const y = hasPrices ? (priceBottom + BOTTOM) / 2 + SMALL / 2 : (top + BOTTOM) / 2;
  const words = language.say(hasPrices ? 'chart.no-purchases' : 'chart.nothing');
  return text(WIDTH / 2, y, fitted(words, ROOM), { anchor: 'middle', rim: CARD });
}
