import { expect, test } from 'vitest';
import { formatWeek } from '../../../../src/discord/render/alert/weekly.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { NO_TURNOVER } from '../../../../src/market/my-shops/report.ts';
import type { OwnShopsWeek } from '../../../../src/market/my-shops/week.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/time/durations.ts';
import { LANGUAGES } from '../../../language/spoken.ts';
import { week } from '../../../market/weeks.ts';

function shown(of: Partial<OwnShopsWeek>, locale = 'en-US') {
  const cause = { kind: 'weekly', at: 0, player: { name: 'Ada_*', uuid: null }, locale, week: week(of) } as const;
  const { content, embeds = [], components = [] } = formatWeek(cause, LANGUAGES.of(locale)).message;
  return { content, title: embeds[0]?.title, lines: embeds[0]?.description?.split('\n'), components };
}

test('the message of a week says what was sold, what sold best and what needs attention', () => {
  const total = { sales: 12, sold: 340, earned: 85, purchases: 1, bought: 64, spent: 2.5 };
  const goods = [identify('DIRT'), identify('HOPPER')];
  const { content, title, lines } = shown({
    total,
    attention: [
      { kind: 'empty', shops: 2, goods },
      { kind: 'undercut', shops: 1, goods: goods.slice(1) },
    ],
  });
  expect(content).toBe('Your shops’ week · 12 sales · 340 items · 85 diamonds');
  expect(title).toBe('Shops of Ada\\_\\*');
  expect(lines).toEqual([
    '-# <t:0:f> to <t:604800:f>',
    '**12 sales · 340 items · 85 diamonds**',
    '**1 purchase from players · 64 items · 2.50 diamonds**',
    '**Sold best**',
    '- 32 × Slime Block · 3 diamonds',
    '**Needs attention**',
    '- 2 shops are empty: Dirt, Hopper',
    '- 1 shop is undercut: Hopper',
  ]);
});

test('a week without a sale says so in a line', () => {
  const { content, lines } = shown({ total: NO_TURNOVER, best: [] });
  expect(content).toBe('Your shops’ week · nothing sold');
  expect(lines).toEqual(['-# <t:0:f> to <t:604800:f>', 'No shop needs attention.']);
});

test('the message says which sales it lacks, unless an outage was short', () => {
  expect(shown({ unclear: 3, downMs: 3 * HOUR_MS }).lines?.slice(-2)).toEqual([
    '-# 3 trades are not counted: it is unclear whose shops they were.',
    '-# Crier was cut off from the game server for 3 hours. Sales of that time are missing.',
  ]);
  expect(shown({ downMs: MINUTE_MS - 1 }).lines?.at(-1)).toBe('No shop needs attention.');
});

test('the message is in the user’s language, with a button to the shops and one that ends it', () => {
  const { content, components } = shown({}, 'de');
  expect(content).toBe('Die Woche deiner Shops · 1 Verkauf · 32 Stück · 3 Diamanten');
  expect(components).toMatchObject([
    { components: [{ label: 'Meine Shops jetzt' }, { label: 'Wöchentliche Nachricht beenden' }] },
  ]);
});
