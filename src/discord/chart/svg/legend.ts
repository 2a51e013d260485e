import { textWidth } from '../font.ts';
import { HEIGHT, MARGIN, type Plot, WIDTH } from '../plot/plot.ts';
import { cutRange } from '../plot/price-axis.ts';
import { ASK_WIDTH, isDot } from './asks.ts';
import { dot, element, line, SMALL, text } from './elements.ts';
import { runsOf } from './medians.ts';
import { hatch } from './outages.ts';
import { ASK, MEDIAN, TARGET, VOLUME } from './theme.ts';

const BASELINE = HEIGHT - 16;
const MIDDLE = BASELINE - 6;
const SWATCH = 14;
const SWATCH_GAP = 5;
/** Between two entries at most, px: where all are named they stand closer. */
const ENTRY_GAP = 18;

interface Entry {
  readonly name: string;
  readonly drawn: boolean;
  /** Draws the swatch from x. */
  readonly swatch: (x: number) => string;
}

/** What the colours mean, of what is drawn. */
export function drawLegend(plot: Plot): string {
  const { traded, asks, outages, target } = plot;
  const hasMedians = runsOf(traded).some(({ length }) => length > 1);
  const hasAsks = asks.some((span) => !isDot(span, plot));
  const isCut = cutRange(traded, plot.price.high) !== null;
  const ranges = traded.some(({ summary }) => summary.p90 > summary.p10);
  const entries: Entry[] = [
    {
      name: 'Median paid',
      drawn: traded.length > 0,
      swatch: (x) => (hasMedians ? stroke(x, MEDIAN, 3) : spot(x, MEDIAN)),
    },
    { name: isCut ? 'Most trades (cut)' : 'Most trades', drawn: ranges, swatch: (x) => box(x, MEDIAN, '0.35') },
    { name: 'Best ask', drawn: asks.length > 0, swatch: (x) => (hasAsks ? stroke(x, ASK, ASK_WIDTH) : spot(x, ASK)) },
    { name: 'Bought', drawn: traded.length > 0, swatch: (x) => box(x, VOLUME, '1') },
    { name: 'Watched', drawn: target !== null, swatch: (x) => stroke(x, TARGET, 2, '4 2') },
    { name: 'Stream down', drawn: outages.length > 0, swatch: (x) => hatch(x, MIDDLE - 5, SWATCH, 10) },
  ];
  const drawn = entries.filter((entry) => entry.drawn);
  const widthOf = ({ name }: Entry) => SWATCH + SWATCH_GAP + textWidth(name, SMALL);
  const room = WIDTH - 2 * MARGIN - drawn.reduce((width, entry) => width + widthOf(entry), 0);
  const gap = Math.min(ENTRY_GAP, room / Math.max(1, drawn.length - 1));
  let x = MARGIN;
  const parts = drawn.map((entry) => {
    const at = x;
    x += widthOf(entry) + gap;
    return entry.swatch(at) + text(at + SWATCH + SWATCH_GAP, BASELINE, entry.name);
  });
  return parts.join('');
}

function stroke(x: number, colour: string, width: number, dashes?: string): string {
  return line([x, MIDDLE], [x + SWATCH, MIDDLE], colour, width, dashes);
}

function spot(x: number, colour: string): string {
  return dot(x + SWATCH / 2, MIDDLE, colour);
}

function box(x: number, fill: string, opacity: string): string {
  return element('rect', { x, y: MIDDLE - 5, width: SWATCH, height: 10, rx: 1.5, fill, 'fill-opacity': opacity });
}
