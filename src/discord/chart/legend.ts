import { textWidth } from './font.ts';
import { drawHatch, drawShade, hasBefore } from './panels.ts';
import { CHART_WIDTH_PX, type Frame, MARGIN_PX, PLOT_BOTTOM_PX } from './plot.ts';
import { drawText, fitText, SMALL_TEXT_PX } from './svg.ts';

const FIRST_BASELINE_PX = PLOT_BOTTOM_PX + 74;
const LEGEND_ROW_PX = 36;
/** Space below the last row of the legend, or below the dates without one. */
const FOOT_PX = 22;
export const SWATCH_PX = 28;
const SWATCH_GAP_PX = 8;
const ENTRY_GAP_PX = 24;

export interface LegendEntry {
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

/** Draws the entries whose marks are drawn, in rows below the dates. */
export function drawLegend(entries: readonly LegendEntry[]): Legend {
  let [x, baseline] = [MARGIN_PX, FIRST_BASELINE_PX - LEGEND_ROW_PX];
  const parts = entries
    .filter((entry) => entry.drawn)
    .map((entry, at) => {
      const name = fitText(entry.name, CHART_WIDTH_PX - 2 * MARGIN_PX - SWATCH_PX - SWATCH_GAP_PX);
      const width = SWATCH_PX + SWATCH_GAP_PX + textWidth(name, SMALL_TEXT_PX);
      if (at === 0 || x + width > CHART_WIDTH_PX - MARGIN_PX) [x, baseline] = [MARGIN_PX, baseline + LEGEND_ROW_PX];
      const start = x;
      x += width + ENTRY_GAP_PX;
      return entry.swatch(start, baseline - 8.5) + drawText(start + SWATCH_PX + SWATCH_GAP_PX, baseline, name);
    });
  return { drawn: parts.join(''), height: baseline + FOOT_PX };
}

/** Returns the entries for the times without data: the stream's outages, and the time before Crier started. */
export function absenceEntries(frame: Frame): LegendEntry[] {
  const { outages, language } = frame;
  return [
    {
      name: language.say('chart.outage'),
      drawn: outages.length > 0,
      swatch: (x, y) => drawHatch(x, y - 9, SWATCH_PX, 18),
    },
    {
      name: language.say('chart.before'),
      drawn: hasBefore(frame),
      swatch: (x, y) => drawShade(x, y - 9, SWATCH_PX, 18),
    },
  ];
}
