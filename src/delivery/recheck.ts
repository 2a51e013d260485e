import type { Journal, Seal } from '../ports/journal.ts';
import type { Telling } from '../ports/messenger.ts';
import type { Feed } from '../routing/feed.ts';
import { feedMatches, isAwake } from '../routing/match.ts';
import { type Cause, type Held, isSample, type Notice } from '../routing/notice.ts';
import { type QuietHours, quietUntil } from '../routing/quiet.ts';
import { type LiveShops, stillTrue } from '../routing/still.ts';
import type { Watch } from '../routing/watch.ts';

/** What a re-check reads. `cleared`: notices that passed before and only found no room in the last message. */
export interface Against {
  readonly source: (id: string) => Feed | Watch | undefined;
  readonly quietOf: (source: Feed | Watch) => QuietHours | null;
  readonly shops: LiveShops | null;
  readonly lastToldAt: Journal['lastToldAt'];
  readonly cleared: ReadonlySet<number>;
  readonly now: number;
}

/** A notice to tell now. `marked`: the notice naming only those sources whose cool-down begins with this telling. */
export interface Cleared {
  readonly telling: Omit<Telling, 'worth' | 'undercuts' | 'gaps'>;
  readonly marked: Notice;
}

/** Notices that wait on, until when (epoch ms) and why. */
export interface Postponed {
  readonly ids: number[];
  readonly until: number;
  readonly held: Held;
}

/** A notice in none of the three waits for the next pass. */
export interface Rechecked {
  readonly tell: readonly Cleared[];
  readonly dropped: Seal['dropped'];
  readonly postponed: readonly Postponed[];
}

type Standing =
  | { readonly kind: 'tells' | 'told-in-this-pass' }
  | { readonly kind: 'held'; readonly until: number; readonly held: Held }
  | { readonly kind: 'out'; readonly why: string };

/**
 * Looks once more at notices before they are told: sources that are gone, paused, expired or no longer true are taken
 * out, and a notice with none left is dropped. What is in its quiet hours or snoozed, and watches that were told a short
 * while ago, wait for the end of that (unless another source of the same notice is told anyway: then it names both). A
 * `once` watch tells one notice.
 */
export async function recheck(notices: readonly Notice[], against: Against): Promise<Rechecked> {
  const tell: Cleared[] = [];
  const dropped: { notice: Notice; why: string }[] = [];
  const postponed = new Map<string, Postponed>();
  const judge = createJudge(against);
  for (const notice of notices) {
    const judged: { source: Feed | Watch; standing: Standing }[] = [];
    for (const source of notice.sources.map(against.source)) {
      if (source !== undefined) judged.push({ source, standing: await judge(source, notice) });
    }
    const kept = judged.filter(({ standing }) => standing.kind === 'tells' || standing.kind === 'held');
    const isTelling = judged.some(({ standing }) => standing.kind === 'tells');
    const [hold] = judged
      .flatMap(({ standing }) => (standing.kind === 'held' ? [standing] : []))
      .sort((a, b) => a.until - b.until);
    if (isTelling || notice.cause.kind === 'feeds-paused') {
      // What is named though it was held has not told, unless it tells but once.
      const telling = kept.filter(({ source, standing }) => standing.kind === 'tells' || tellsOnce(source, notice));
      for (const { source } of telling) judge.told(source, notice);
      tell.push({
        telling: { notice, sources: kept.map(({ source }) => source) },
        // The news that a watch ends is no telling of it: its cool-down does not begin.
        marked: { ...notice, sources: notice.cause.kind === 'expiring' ? [] : telling.map(({ source }) => source.id) },
      });
    } else if (hold) {
      const key = `${hold.held} ${hold.until}`;
      const together = postponed.get(key) ?? { ids: [], until: hold.until, held: hold.held };
      together.ids.push(notice.id);
      postponed.set(key, together);
    } else if (!judged.some(({ standing }) => standing.kind === 'told-in-this-pass')) {
      const out = judged.flatMap(({ standing }) => (standing.kind === 'out' ? [standing.why] : []));
      dropped.push({ notice, why: [...new Set(out)].join(', ') || 'removed' });
    }
  }
  return { tell, dropped, postponed: [...postponed.values()] };
}

interface Judge {
  (source: Feed | Watch, notice: Notice): Promise<Standing>;
  told(source: Feed | Watch, notice: Notice): void;
}

function createJudge({ quietOf, shops, lastToldAt, cleared, now }: Against): Judge {
  const toldOnce = new Set<string>();
  const lastTold = new Map<string, number | null>();

  async function lastToldOf(id: string): Promise<number | null> {
    const known = lastTold.get(id);
    if (known !== undefined) return known;
    const at = await lastToldAt(id);
    lastTold.set(id, at);
    return at;
  }

  async function judge(source: Feed | Watch, notice: Notice): Promise<Standing> {
    const { cause } = notice;
    if (isSample(cause)) return { kind: 'tells' };
    const why = outOf(source, notice, shops, now);
    if (why !== null) return { kind: 'out', why };
    const quiet = quietOf(source);
    const quietEnd = quiet && quietUntil(quiet, now);
    if (quietEnd !== null) return { kind: 'held', until: quietEnd, held: 'quiet' };
    return 'trigger' in source && cause.kind === 'change' ? judgeWatch(source, notice) : { kind: 'tells' };
  }

  async function judgeWatch(watch: Watch, notice: Notice): Promise<Standing> {
    if (toldOnce.has(watch.id)) return { kind: 'told-in-this-pass' };
    const last = await lastToldOf(watch.id);
    if (last !== null && watch.repeat === 'once') return { kind: 'out', why: 'told once' };
    if (watch.snoozedUntil !== null && watch.snoozedUntil > now) {
      return { kind: 'held', until: watch.snoozedUntil, held: 'snoozed' };
    }
    const until = last === null ? 0 : last + watch.cooldownMinutes * 60_000;
    return until > now && !cleared.has(notice.id) ? { kind: 'held', until, held: 'cooling' } : { kind: 'tells' };
  }

  return Object.assign(judge, {
    told(source: Feed | Watch, notice: Notice): void {
      if (tellsOnce(source, notice)) toldOnce.add(source.id);
    },
  });
}

function tellsOnce(source: Feed | Watch, { cause }: Notice): boolean {
  return 'trigger' in source && source.repeat === 'once' && cause.kind === 'change';
}

/** Why a source has no part in a notice any more; null: it has. */
function outOf(source: Feed | Watch, { cause, target }: Notice, shops: LiveShops | null, now: number): string | null {
  if (!('trigger' in source)) {
    if (source.paused) return 'paused';
    if (source.channelId !== target.id) return 'moved to another channel';
    return asksFor(source, cause) ? null : 'no longer asked for';
  }
  if (cause.kind === 'expiring') return source.expiresAt === cause.expiresAt ? null : 'ends at another time';
  // What happened before the end is told, however long it had to wait.
  const at = cause.kind === 'change' ? Math.min(now, cause.change.at) : now;
  if (!isAwake(source, at)) return source.paused ? 'paused' : 'expired';
  return stillTrue(source, cause, shops) ? null : 'no longer true';
}

/** Whether a feed that may have been edited since still asks for this. That a painting was banned is not asked again. */
function asksFor(feed: Feed, cause: Cause): boolean {
  if (cause.kind === 'server') return feed.kind === 'health';
  return cause.kind !== 'change' || feedMatches(feed, cause.change, { market: null, isBanned: () => true });
}
