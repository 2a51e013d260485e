import { countAgreeing, DECIDING_CASES, stockVerdict } from '../market/shops/stock-evidence.ts';
import type { GoodsTally } from './goods.ts';
import type { Replayed } from './replay.ts';
import type { Faults, Tally } from './tally.ts';

const MOST_SHOWN_KEYS = 60;
const formatCount = (value: number) => value.toLocaleString('en');

/** Formats the report on a recording, in lines for the operator and the maintainers. */
export function formatReplayReport(replayed: Replayed): readonly string[] {
  return [
    ...recordingLines(replayed),
    ...section('Could not be read', faultLines(replayed.unreadable)),
    ...section('SNBT that could not be read', [
      ...faultLines(replayed.goods.unread),
      ...faultLines(replayed.stocked.unread),
    ]),
    ...section('Failures of Crier', faultLines(replayed.failures)),
    ...section('Assumptions', assumptionLines(replayed)),
    ...section('Stream', streamLines(replayed)),
    ...section('Prices and bundles', priceLines(replayed)),
    ...section('Shops', shopLines(replayed)),
    ...section(`Kinds of goods, of ${formatCount(replayed.goods.count)} events`, tallyLines(replayed.goods.kinds)),
    ...section('Traits read from events', tallyLines(replayed.goods.traits)),
    ...section('Component keys', keyLines(replayed.goods, replayed.stocked)),
    ...section('Notices to the sample feeds and watches', tallyLines(replayed.notices)),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ['', title, ...(lines.length === 0 ? ['  none'] : lines.map((line) => `  ${line}`))];
}

function recordingLines({ about, traffic }: Replayed): readonly string[] {
  const { crier, startedAt, ended, pixels, settings } = about;
  const end = ended === undefined ? 'not ended: killed, or still recording' : `ended: ${ended}`;
  const started = new Date(startedAt).toISOString();
  return [
    `Recorded by Crier ${crier} from ${started} on, ${traffic.hours.toFixed(1)} hours, ${end}`,
    `Pixels ${pixels ? 'kept' : 'left out'}; settings ${JSON.stringify(settings)}`,
  ];
}

function assumptionLines({ assumptions }: Replayed): readonly string[] {
  return assumptions.all.flatMap(({ name, holds, of, samples }) => {
    const verdict = of === 0 ? 'not seen    ' : holds === of ? 'holds       ' : 'CONTRADICTED';
    return [
      `${verdict} ${name}: ${formatCount(holds)} of ${formatCount(of)}`,
      ...samples.map((sample) => `             such as ${sample}`),
    ];
  });
}

function streamLines({ traffic }: Replayed): readonly string[] {
  const { frames, closes, requests, hours, mostInAnHour, repeated, largestFrame, connections, dropped } = traffic;
  const events = ['auction', 'purchase', 'sale'].reduce((sum, kind) => sum + frames.of(kind), 0);
  const pace = hours === 0 ? 'within a moment' : `${(events / hours).toFixed(1)} an hour, at most ${mostInAnHour}`;
  return [
    `${formatCount(frames.total)} frames: ${topNames(frames)}`,
    `${formatCount(events)} events, ${pace}`,
    `${formatCount(repeated)} payloads came again`,
    `largest frame: ${formatCount(largestFrame)} characters`,
    `${formatCount(connections)} connections, ends: ${topNames(closes)}`,
    `requests for all shops: ${topNames(requests)}`,
    ...(dropped > 0 ? [`${formatCount(dropped)} frames and bodies were not recorded: they came too fast`] : []),
  ];
}

function priceLines({ traffic, goods, stocked }: Replayed): readonly string[] {
  const { bundles, unitPrices, frames } = traffic;
  const trades = frames.of('purchase') + frames.of('sale');
  const auctions = frames.of('auction');
  return [
    `bundles of more than one: ${formatCount(bundles.total)} of ${formatCount(trades)} trades (${topNames(bundles, 8)})`,
    `unit price under 1: ${unitPrices.of('trades under 1')} of ${formatCount(trades)} trades, ` +
      `${unitPrices.of('auctions under 1')} of ${formatCount(auctions)} auctions`,
    `unit price under 0.01: ${unitPrices.of('trades under 0.01') + unitPrices.of('auctions under 0.01')}`,
    `kinds told apart: ${formatCount(goods.identities.size)} in events, ${formatCount(stocked.identities.size)} in shops`,
  ];
}

function shopLines({ snapshots, stock, changes }: Replayed): readonly string[] {
  const { read, refused, quarantined, leastShops, mostShops, placedTrades, trades, places, sharedPlaces } = snapshots;
  if (read + refused === 0) return [];
  return [
    `${formatCount(read)} snapshots, ${formatCount(refused)} refused, ${formatCount(quarantined)} records quarantined`,
    ...(read > 0 ? [`${formatCount(leastShops)} to ${formatCount(mostShops)} shops`] : []),
    `several shops at ${formatCount(sharedPlaces)} of ${formatCount(places)} places`,
    `the shop of a trade is known for ${formatCount(placedTrades)} of ${formatCount(trades)} trades`,
    stockLine(stock),
    `changes: ${topNames(changes)}`,
  ];
}

function stockLine({ unit, evidence }: Replayed['stock']): string {
  switch (stockVerdict(evidence, unit)) {
    case 'contradicts':
      return `trades contradict STOCK_UNIT=${unit}`;
    case 'agrees':
      return `trades agree with STOCK_UNIT=${unit}`;
    case 'unknown': {
      const agreeing = countAgreeing(evidence.cases, unit);
      return `whether trades agree with STOCK_UNIT=${unit} is not known: ${agreeing} of ${DECIDING_CASES} cases`;
    }
  }
}

function keyLines(goods: GoodsTally, stocked: GoodsTally): readonly string[] {
  const sum = goods.componentKeys
    .entries()
    .map(([key, times]) => [key, times + stocked.componentKeys.of(key)] as const);
  const rest = stocked.componentKeys.entries().filter(([key]) => goods.componentKeys.of(key) === 0);
  const all = [...sum, ...rest].sort(([, a], [, b]) => b - a);
  const longest = Math.max(goods.largestSnbt, stocked.largestSnbt);
  const lines = all.slice(0, MOST_SHOWN_KEYS).map(([key, times]) => `${formatCount(times)} ${key.slice(0, 80)}`);
  return [
    `${formatCount(goods.snbts + stocked.snbts)} SNBT texts, the longest ${formatCount(longest)} characters`,
    ...lines,
  ];
}

function faultLines(faults: Faults): readonly string[] {
  return faults
    .entries()
    .flatMap(({ kind, count: times, samples }) => [
      `${formatCount(times)} × ${kind}`,
      ...samples.map((sample) => `    such as ${sample}`),
    ]);
}

function tallyLines(tally: Tally): readonly string[] {
  return tally.entries().map(([name, times]) => `${formatCount(times)} ${name}`);
}

function topNames(tally: Tally, most = 20): string {
  const words = tally.entries().map(([name, times]) => `${name} ${formatCount(times)}`);
  return words.length === 0 ? 'none' : words.slice(0, most).join(', ');
}
