import type { Journal, Seal } from '../ports/journal.ts';
import type { Telling } from '../ports/messenger.ts';
import type { Feed } from '../routing/feed.ts';
import { isAwake } from '../routing/match.ts';
import type { Notice } from '../routing/notice.ts';
import { type LiveShops, stillTrue } from '../routing/still.ts';
import type { Watch } from '../routing/watch.ts';

/** What a re-check reads. `cleared`: notices that passed before and only found no room in the last message. */
export interface Against {
  readonly source: (id: string) => Feed | Watch | undefined;
  readonly shops: LiveShops | null;
  readonly lastToldAt: Journal['lastToldAt'];
  readonly cleared: ReadonlySet<number>;
  readonly now: number;
}

/** A notice to tell now. `marked`: the notice naming only those sources whose cool-down begins with this telling. */
export interface Cleared {
  readonly telling: Telling;
  readonly marked: Notice;
}

/** `postponed`: notice ids by the epoch ms they are to wait for. A notice in none of the three waits for the next pass. */
export interface Rechecked {
  readonly tell: readonly Cleared[];
  readonly dropped: Seal['dropped'];
  readonly postponed: ReadonlyMap<number, readonly number[]>;
}

type Standing =
  | { readonly kind: 'tells' | 'told-in-this-pass' }
  | { readonly kind: 'cooling'; readonly until: number }
  | { readonly kind: 'out'; readonly why: string };

/**
 * Looks once more at notices before they are told: sources that are gone, paused, expired or no longer true are taken
 * out, and a notice with none left is dropped. Watches that were told a short while ago wait for their cool-down's end
 * (unless another source of the same notice is told anyway: then it names both). A `once` watch tells one notice.
 */
export async function recheck(notices: readonly Notice[], against: Against): Promise<Rechecked> {
  const tell: Cleared[] = [];
  const dropped: { notice: Notice; why: string }[] = [];
  const postponed = new Map<number, number[]>();
  const judge = createJudge(against);
  for (const notice of notices) {
    const judged: { source: Feed | Watch; standing: Standing }[] = [];
    for (const source of notice.sources.map(against.source)) {
      if (source !== undefined) judged.push({ source, standing: await judge(source, notice) });
    }
    const kept = judged.filter(({ standing }) => standing.kind === 'tells' || standing.kind === 'cooling');
    const telling = judged.filter(({ standing }) => standing.kind === 'tells').map(({ source }) => source);
    const ends = judged.flatMap(({ standing }) => (standing.kind === 'cooling' ? [standing.until] : []));
    if (telling.length > 0 || notice.cause.kind === 'feeds-paused') {
      for (const source of telling) judge.told(source);
      tell.push({
        telling: { notice, sources: kept.map(({ source }) => source) },
        marked: { ...notice, sources: telling.map(({ id }) => id) },
      });
    } else if (ends.length > 0) {
      const until = Math.min(...ends);
      const ids = postponed.get(until) ?? [];
      ids.push(notice.id);
      postponed.set(until, ids);
    } else if (!judged.some(({ standing }) => standing.kind === 'told-in-this-pass')) {
      const out = judged.flatMap(({ standing }) => (standing.kind === 'out' ? [standing.why] : []));
      dropped.push({ notice, why: [...new Set(out)].join(', ') || 'removed' });
    }
  }
  return { tell, dropped, postponed };
}

interface Judge {
  (source: Feed | Watch, notice: Notice): Promise<Standing>;
  told(source: Feed | Watch): void;
}

function createJudge({ shops, lastToldAt, cleared, now }: Against): Judge {
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
    if (notice.cause.kind !== 'change') return { kind: 'tells' };
    if (!('trigger' in source)) {
      if (source.paused) return { kind: 'out', why: 'paused' };
      return source.channelId === notice.target.id
        ? { kind: 'tells' }
        : { kind: 'out', why: 'moved to another channel' };
    }
    if (!isAwake(source, now)) return { kind: 'out', why: source.paused ? 'paused' : 'expired' };
    if (!stillTrue(source, notice.cause, shops)) return { kind: 'out', why: 'no longer true' };
    if (toldOnce.has(source.id)) return { kind: 'told-in-this-pass' };
    const last = await lastToldOf(source.id);
    if (last === null) return { kind: 'tells' };
    if (source.repeat === 'once') return { kind: 'out', why: 'told once' };
    const until = last + source.cooldownMinutes * 60_000;
    return until > now && !cleared.has(notice.id) ? { kind: 'cooling', until } : { kind: 'tells' };
  }

  return Object.assign(judge, {
    told(source: Feed | Watch): void {
      if ('trigger' in source && source.repeat === 'once') toldOnce.add(source.id);
    },
  });
}
