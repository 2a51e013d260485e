import type { Change, MarketEvent } from '../market/change.ts';
import type { StockUnit } from '../market/shops/stock.ts';
import { StockCases } from '../market/shops/stock-cases.ts';
import { judgeStock, NO_EVIDENCE, type StockCase, type StockEvidence } from '../market/shops/stock-evidence.ts';
import { CurrentMarket } from '../pipeline/current-market.ts';
import { ElementSplitter } from '../recorder/element-splitter.ts';
import type { AboutRecording, RecordedLine } from '../recorder/recording-format.ts';
import type { KnownRecords } from '../service/shops/known-records.ts';
import { readShops } from '../service/shops/shop-reader.ts';
import { readEventTime, readFrame } from '../service/wire/frame.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/cooperate.ts';
import { Assumptions, wireField } from './assumptions.ts';
import { GoodsTally } from './goods.ts';
import { DamagedFile, readAboutRecording, readRecordedLines, readSnapshotBody, readUnread } from './read-recording.ts';
import { ReplaySubscriptions } from './subscriptions.ts';
import { Faults, Tally, Traffic } from './tally.ts';

/** The findings of a replay. */
export interface Replayed {
  readonly about: AboutRecording;
  readonly traffic: Traffic;
  readonly assumptions: Assumptions;
  /** The goods that were traded and auctioned. */
  readonly goods: GoodsTally;
  /** The goods in the shops. Only their SNBT is counted. */
  readonly stocked: GoodsTally;
  readonly snapshots: SnapshotFindings;
  /** The unit in which the stock was read, and the trades' verdict on it. */
  readonly stock: { readonly unit: StockUnit; evidence: StockEvidence };
  /** Frames, records, bodies and files that could not be read. */
  readonly unreadable: Faults;
  /** Errors of Crier itself. */
  readonly failures: Faults;
  readonly changes: Tally;
  readonly notices: Tally;
}

interface SnapshotFindings {
  read: number;
  refused: number;
  quarantined: number;
  leastShops: number;
  mostShops: number;
  /** Trades at a location with exactly one matching shop, and all trades after the first snapshot. */
  placedTrades: number;
  trades: number;
  /** The number of locations with shops in the last snapshot. */
  places: number;
  sharedPlaces: number;
}

/**
 * Reads a recording as Crier reads the service: frames, snapshots, market, routing to feeds and watches without owners.
 * Uses no network.
 * @param onProgress called periodically with the number of lines read
 * @throws OperatorFault if the folder is no recording
 */
export async function replay(
  folder: string,
  clock: Pick<Clock, 'sleep'>,
  onProgress: (lines: number) => void = () => undefined,
): Promise<Replayed> {
  const run = new Run(folder, readAboutRecording(folder), clock);
  await run.all(onProgress);
  return run.replayed;
}

class Run {
  readonly replayed: Replayed;
  readonly #folder: string;
  readonly #current: CurrentMarket;
  readonly #subscriptions = new ReplaySubscriptions();
  readonly #stockCases: StockCases;
  #known: KnownRecords | null = null;

  constructor(folder: string, about: AboutRecording, clock: Pick<Clock, 'sleep'>) {
    this.#folder = folder;
    const unit = about.settings.STOCK_UNIT === 'items' ? 'items' : 'bundles';
    this.#stockCases = new StockCases(unit);
    this.#current = new CurrentMarket([], clock);
    const counts = { read: 0, refused: 0, quarantined: 0, placedTrades: 0, trades: 0, places: 0, sharedPlaces: 0 };
    this.replayed = {
      about,
      traffic: new Traffic(),
      assumptions: new Assumptions(unit),
      goods: new GoodsTally(),
      stocked: new GoodsTally(),
      snapshots: { ...counts, leastShops: Number.POSITIVE_INFINITY, mostShops: 0 },
      stock: { unit, evidence: NO_EVIDENCE },
      unreadable: new Faults(),
      failures: new Faults(),
      changes: new Tally(),
      notices: new Tally(),
    };
  }

  async all(onProgress: (lines: number) => void): Promise<void> {
    let lines = 0;
    await this.#undamaged('frames', async () => {
      for await (const line of readRecordedLines(this.#folder)) {
        lines += 1;
        onProgress(lines);
        this.replayed.traffic.pass(line.at);
        await this.#take(line);
      }
    });
    await this.#undamaged('unread SNBT', async () => {
      const { goods, stocked } = this.replayed;
      // Most of this SNBT is in the frames and snapshots too.
      for await (const { snbt } of readUnread(this.#folder)) {
        if (!goods.couldNotRead(snbt) && !stocked.couldNotRead(snbt)) stocked.countSnbt(snbt);
      }
    });
  }

  async #undamaged(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      // A missing file was never written, because the recording had no lines for it.
      if (!error.message.includes('ENOENT'))
        this.replayed.unreadable.note(`${what}: the file is damaged`, error.message);
    }
  }

  async #take(line: RecordedLine): Promise<void> {
    const { traffic, assumptions, unreadable } = this.replayed;
    if ('text' in line) this.#frame(line.at, line.text);
    else if ('isBinary' in line) {
      traffic.frames.add(line.isBinary ? 'binary' : 'invalid-utf8');
      unreadable.note(line.isBinary ? 'binary frame' : 'frame of invalid UTF-8', `${line.bytes} bytes`);
    } else if ('opened' in line) {
      traffic.connections += 1;
      assumptions.opened();
      this.#stockCases.streamUp(line.at);
    } else if ('ended' in line) {
      traffic.closes.add(line.ended);
      this.#stockCases.streamDown();
    } else if ('shops' in line) {
      traffic.requests.add(line.shops);
      if (line.shops === 'not-modified') this.#stockCases.confirm(line.at);
    } else if ('dropped' in line) {
      traffic.dropped += line.dropped;
      // A dropped frame may be a trade, so it counts as a past outage.
      this.#stockCases.streamDown();
      this.#stockCases.streamUp(line.at);
    } else await this.#undamaged('snapshot', () => this.#snapshot(line.at, line.snapshot));
  }

  #frame(at: number, text: string): void {
    const { traffic, assumptions, unreadable } = this.replayed;
    const frame = readFrame(text);
    const kind = frame.kind === 'event' ? frame.event.kind : frame.kind === 'hello' ? 'hello' : frame.why;
    traffic.frames.add(kind);
    traffic.largestFrame = Math.max(traffic.largestFrame, text.length);
    assumptions.frame(at, text, kind);
    if (frame.kind === 'broken') unreadable.note(`frame: ${frame.why}`, frame.detail);
    const value = parseJsonOrNull(text);
    if (typeof value !== 'object' || value === null) return;
    assumptions.event(value);
    const data = wireField(value, 'data');
    const item = wireField(data, 'item');
    this.replayed.goods.lookAt(item);
    if (frame.kind !== 'event') return;
    const bundle = wireField(item, 'quantity');
    traffic.event(at, frame.event, data, typeof bundle === 'number' ? bundle : 1);
    this.replayed.goods.take(frame.event.item, item);
    this.#event(at, { ...frame.event, at: readEventTime(frame.event.at, at).at });
  }

  #event(at: number, event: MarketEvent): void {
    const { snapshots } = this.replayed;
    this.#subscriptions.meetEvent(event);
    if (event.kind !== 'auction') this.#stockCases.recordTrade(event, at);
    this.#guarded('an event', () => {
      const change = this.#current.apply(event);
      if (change.kind === 'traded' && this.#current.get() !== null) {
        snapshots.trades += 1;
        if (change.shop !== null) snapshots.placedTrades += 1;
      }
      this.#route([change], at);
    });
  }

  async #snapshot(takenAt: number, name: string): Promise<void> {
    const { snapshots, unreadable, assumptions, stocked, changes } = this.replayed;
    const raw: unknown[] = [];
    for await (const record of recordsOf(readSnapshotBody(this.#folder, name))) {
      raw.push(record);
      stocked.lookAt(wireField(record, 'item'));
    }
    assumptions.snapshot(raw);
    const read = await readShops(readSnapshotBody(this.#folder, name), {
      unit: this.replayed.stock.unit,
      known: this.#known,
    });
    if (!read.ok) {
      snapshots.refused += 1;
      return unreadable.note(`snapshot: ${read.kind}`, read.why);
    }
    const { records, broken, samples } = read.value;
    const quarantined = broken.length;
    snapshots.read += 1;
    snapshots.quarantined += quarantined;
    for (const { why, record } of samples) unreadable.note(`shop: ${why}`, record);
    const loaded = await inSlices(this.#current.load({ takenAt, shops: records.shops, quarantined }));
    for (const { row, shop } of loaded.saved.filled) records.replace(row, shop);
    this.#known = records;
    this.#current.show(loaded.market);
    const { market } = loaded;
    this.#judgeStock(this.#stockCases.take(market, takenAt));
    snapshots.leastShops = Math.min(snapshots.leastShops, market.shops.length);
    snapshots.mostShops = Math.max(snapshots.mostShops, market.shops.length);
    const places = new Map<string, number>();
    for (const shop of market.shops) {
      this.#subscriptions.meetShop(shop);
      const place = Object.values(shop.location).join(' ');
      places.set(place, (places.get(place) ?? 0) + 1);
      stocked.take(shop.item, null);
    }
    snapshots.places = places.size;
    snapshots.sharedPlaces = [...places.values()].filter((shops) => shops > 1).length;
    for (const { kind } of loaded.changes) changes.add(kind);
    this.#guarded('a snapshot', () => this.#route(loaded.changes, takenAt));
  }

  #judgeStock(cases: readonly StockCase[]): void {
    const { stock, assumptions } = this.replayed;
    assumptions.stockCases(cases);
    stock.evidence = judgeStock(stock.evidence, cases, stock.unit);
  }

  #route(changes: readonly Change[], now: number): void {
    const { subscriptions } = this.#subscriptions;
    for (const change of changes) {
      const context = { market: this.#current.announced(), isBanned: () => false };
      for (const { subscriptionIds } of subscriptions.route(change, now, context)) {
        for (const id of subscriptionIds) this.replayed.notices.add(this.#subscriptions.nameOf(id));
      }
    }
  }

  /** Reports an error, which is a bug in Crier, and lets the replay go on. */
  #guarded(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.replayed.failures.note(`${what}: ${error instanceof Error ? error.name : 'an error'}`, String(error));
    }
  }
}

async function* recordsOf(body: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  const splitter = new ElementSplitter();
  for await (const bytes of body) {
    for (const piece of splitter.push(decoder.decode(bytes, { stream: true }))) yield elementOf(piece);
  }
  yield elementOf(splitter.end());
}

/** Parses a piece of an array without the array's beginning, the comma before it, or the array's end. */
function elementOf(piece: string): unknown {
  return parseJsonOrNull(piece.replace(/^\s*[[,]/, '').replace(/\]\s*$/, ''));
}

/** Returns null if the text is no JSON, which the reader has reported already. */
function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
