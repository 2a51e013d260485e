import { expect, test } from 'vitest';
import { chartSvg } from '../../../src/discord/chart/chart-svg.ts';
import { DrawingThread } from '../../../src/discord/chart/draw-svg.ts';
import { renderChart } from '../../../src/discord/chart/picture.ts';
import * as theme from '../../../src/discord/chart/svg.ts';
import { chartOf, traded } from './charts.ts';

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

test('a chart is a PNG 1200 px wide, for phone displays', async () => {
  const png = await renderChart(chartOf({ points: traded([1, 2, 3]) }));
  expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  expect(sizeOf(png)).toEqual([1_200, 817]);
});

test('chart titles are drawn: pictures that differ in their title alone have different pixels', async () => {
  const [one, same, other] = await Promise.all(
    ['Oak', 'Oak', 'Elm'].map((title) => renderChart(chartOf({ kindName: title })).then((png) => Buffer.from(png))),
  );
  expect(one?.equals(same ?? Buffer.of())).toBe(true);
  expect(one?.equals(other ?? Buffer.of())).toBe(false);
});

test('axis labels are drawn too, in the regular weight of the font', async () => {
  const charts = [traded([2, 2]), traded([3, 3])].map((points) => renderChart(chartOf({ points })));
  const [two, three] = await Promise.all(charts);
  expect(Buffer.from(two ?? []).equals(Buffer.from(three ?? []))).toBe(false);
});

test('each of many concurrent charts gets its own picture', async () => {
  const titles = Array.from({ length: 11 }, (_, at) => `Block ${at}`);
  const draw = async (title: string) => Buffer.from(await renderChart(chartOf({ kindName: title }))).toString('hex');
  const drawn = await Promise.all(titles.map(draw));
  expect(new Set(drawn).size).toBe(11);
  expect(await draw('Block 7')).toBe(drawn[7]);
});

test('an invalid SVG is rejected, and the drawing thread continues', async () => {
  const thread = new DrawingThread();
  await expect(thread.draw('<svg', 100)).rejects.toThrow();
  expect(sizeOf(await thread.draw(chartSvg(chartOf()), 360))).toEqual([360, 227]);
});

test('chart text and colours meet the WCAG contrasts of 4.5:1 and 3:1', () => {
  for (const text of [
    theme.TEXT_COLOUR,
    theme.QUIET_TEXT_COLOUR,
    theme.MEDIAN_COLOUR,
    theme.ASK_COLOUR,
    theme.TARGET_COLOUR,
    theme.VOLUME_TEXT_COLOUR,
  ]) {
    expect(contrast(text, theme.CARD_COLOUR)).toBeGreaterThan(4.5);
  }
  expect(contrast(theme.VOLUME_COLOUR, theme.CARD_COLOUR)).toBeGreaterThan(3);
});

/** Returns the contrast ratio of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, two) => one - two);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
