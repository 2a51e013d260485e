import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Telling } from '../../ports/messenger.ts';
import type { Feed } from '../../routing/feed.ts';
import type { Watch } from '../../routing/watch.ts';
import type { AlertBody } from './alert-body.ts';
import { describeFeed, describeWatch } from './describe.ts';
import { sayDigest } from './digest.ts';
import { changeOf, type Happening, sameHappening, sayHappening } from './happening.ts';
import { sayFeedsPaused } from './paused.ts';
import { clip, fitLines, unmark } from './text.ts';

/** Discord's limits are 10 embeds, and 6,000 characters over all of them; the margin leaves room for the footer. */
const EMBEDS = 10;
const CHARACTERS = 5_500;
const COMPACT_CHARACTERS = 3_900;
const PLAIN_CHARACTERS = 2_000;
/** With more than this waiting, a target has fallen behind: it gets a digest. */
const BEHIND = 60;

/** Renders as many tellings as fit, from the first on; a digest takes them all. */
export function composeAlert(tellings: readonly Telling[], now: number): { body: AlertBody; taken: number } {
  const [first] = tellings;
  if (!first) throw new RangeError('an alert without a notice');
  const locale = first.sources[0]?.locale ?? 'en-US';
  if (first.notice.cause.kind === 'feeds-paused') return { body: sayFeedsPaused(first.notice.cause), taken: 1 };
  const changes = takeWhileAlike(tellings, first.notice.cause.kind);
  if (first.notice.cause.kind === 'change' && changes.length > BEHIND) {
    const embed = { ...sayDigest(changes, locale, now), ...footer(changes, locale) };
    return { body: finish([embed], changes), taken: changes.length };
  }
  const compact = changes.every((telling) =>
    telling.sources.every((source) => isFeed(source) && source.style === 'compact'),
  );
  return gather(changes, locale, compact);
}

function gather(tellings: readonly Telling[], locale: string, compact: boolean): { body: AlertBody; taken: number } {
  const groups = new Map<string, Telling[]>();
  const limit = compact ? COMPACT_CHARACTERS : CHARACTERS;
  let characters = 0;
  let taken = 0;
  for (const telling of tellings) {
    const key = `${telling.notice.cause.kind} ${sameHappening(changeOf(telling))}`;
    const group = groups.get(key);
    if (group) {
      group.push(telling);
    } else {
      const size = sizeOf(sayHappening([telling], locale));
      if (taken > 0 && (characters + size > limit || (!compact && groups.size === EMBEDS))) break;
      characters += size;
      groups.set(key, [telling]);
    }
    taken += 1;
  }
  const happenings = [...groups.values()].map((group) => sayHappening(group, locale));
  const used = tellings.slice(0, taken);
  const embeds = compact ? [listOf(happenings)] : happenings.map(cardOf);
  const last = embeds.pop();
  return { body: finish(last ? [...embeds, { ...last, ...footer(used, locale) }] : embeds, used), taken };
}

function cardOf({ title, lines, colour }: Happening): APIEmbed {
  return { title: clip(title, 256), description: clip(lines.join('\n'), 1_000), color: colour };
}

function listOf(happenings: readonly Happening[]): APIEmbed {
  const lines = happenings.map(
    ({ title, lines: [what, place] }) => `**${title}** · ${[what, place].filter(Boolean).join(' · ')}`,
  );
  return { description: lines.join('\n') };
}

/** Room for a group's count and sums, which grow as more of its kind are merged into it. */
function sizeOf({ title, lines }: Happening): number {
  return title.length + lines.join('\n').length + 60;
}

function finish(embeds: APIEmbed[], tellings: readonly Telling[]): AlertBody {
  const plain = embeds.map(({ title, description }) => [title, description].filter(Boolean).join('\n')).join('\n');
  const buttons = watchButtons(tellings);
  return {
    message: { embeds, ...(buttons && { components: [buttons] }) },
    plain: fitLines(plain.split('\n'), PLAIN_CHARACTERS),
  };
}

/** Names what asked for it. A footer renders no markdown, so that the marks are taken out. */
function footer(tellings: readonly Telling[], locale: string): Pick<APIEmbed, 'footer'> {
  const sources = new Map(tellings.flatMap(({ sources }) => sources.map((source) => [source.id, source] as const)));
  const names = [...sources.values()].map((source) =>
    unmark(isFeed(source) ? `Feed: ${describeFeed(source, locale)}` : `Your watch: ${describeWatch(source, locale)}`),
  );
  return names.length === 0 ? {} : { footer: { text: clip(names.join('\n'), 400) } };
}

function watchButtons(tellings: readonly Telling[]): APIActionRowComponent<APIButtonComponent> | null {
  const ids = new Set(
    tellings.flatMap(({ sources }) => sources.filter((source) => !isFeed(source)).map(({ id }) => id)),
  );
  const [id] = ids;
  if (id === undefined || ids.size > 1) return null;
  const button = (label: string, action: string, style: ButtonStyle.Secondary | ButtonStyle.Danger) =>
    ({ type: ComponentType.Button, style, label, custom_id: `watch:${action}:${id}` }) as const;
  return {
    type: ComponentType.ActionRow,
    components: [button('Show shops', 'shops', ButtonStyle.Secondary), button('Stop', 'stop', ButtonStyle.Danger)],
  };
}

/** A sample never stands among what happened. */
function takeWhileAlike(tellings: readonly Telling[], kind: Telling['notice']['cause']['kind']): readonly Telling[] {
  const end = tellings.findIndex(({ notice }) => notice.cause.kind !== kind);
  return end < 0 ? tellings : tellings.slice(0, end);
}

export function isFeed(source: Feed | Watch): source is Feed {
  return 'channelId' in source;
}
