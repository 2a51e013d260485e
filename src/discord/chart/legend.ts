import { textWidth } from './font.ts';
import { hatch } from './outages.ts';
import { HEIGHT, MARGIN, type Plot } from './plot.ts';
import { element, line, SMALL, text } from './svg.ts';
import { ASK, MEDIAN, TARGET, VOLUME } from './theme.ts';

const BASELINE = HEIGHT - 18;
const MIDDLE = BASELINE - 4;
const SWATCH = 14;
const SWATCH_GAP = 6;
const ENTRY_GAP = 14;

interface Entry {
  readonly name: string;
  readonly drawn: boolean;
  /** Draws the swatch from x. */
  readonly swatch: (x: number) => string;
}

/** What the colours mean, of what is drawn. */
export function drawLegend({ traded, asks, outages, target }: Plot): string {
  const ranges = traded.some(({ summary }) => summary.p90 > summary.p10);
  const entries: Entry[] = [
    { name: 'Median paid', drawn: traded.length > 0, swatch: (x) => stroke(x, MEDIAN, 3) },
    { name: 'Most trades (P10–P90)', drawn: ranges, swatch: (x) => box(x, MEDIAN, '0.35') },
    { name: 'Best ask', drawn: asks.length > 0, swatch: (x) => stroke(x, ASK, 1.5) },
    { name: 'Items traded', drawn: traded.length > 0, swatch: (x) => box(x, VOLUME, '1') },
    { name: 'Watched price', drawn: target !== null, swatch: (x) => stroke(x, TARGET, 1.5, '4 2') },
    { name: 'Stream down', drawn: outages.length > 0, swatch: (x) => hatch(x, MIDDLE - 5, SWATCH, 10) },
  ];
  let x = MARGIN;
  const drawn = entries
    .filter((entry) => entry.drawn)
    .map(({ name, swatch }) => {
      const at = x;
      x += SWATCH + SWATCH_GAP + textWidth(name, SMALL) + ENTRY_GAP;
      return swatch(at) + text(at + SWATCH + SWATCH_GAP, BASELINE, name);
    });
  return drawn.join('');
}

function stroke(x: number, colour: string, width: number, dashes?: string): string {
  return line([x, MIDDLE], [x + SWATCH, MIDDLE], colour, width, dashes);
}

function box(x: number, fill: string, opacity: string): string {
  return element('rect', { x, y: MIDDLE - 5, width: SWATCH, height: 10, rx: 1.5, fill, 'fill-opacity': opacity });
}
