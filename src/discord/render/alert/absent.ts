import type { Language } from '../../../language/language.ts';
import type { AbsentPart } from '../../../routing/absence.ts';
import type { Cause } from '../../../routing/notice.ts';
import type { Watch } from '../../../routing/watch.ts';
import { COLOURS } from '../layout/layout.ts';
import { describeWatch, formatAbsences } from '../words/describe.ts';
import { nameOfChoice, nameOfType } from '../words/item-name.ts';
import { bare, safe, stamp } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';

/** To the owner of a watch whose shop owner, world or item type has left the list of shops. */
export function formatAbsent(
  watch: Watch,
  { part }: Extract<Cause, { kind: 'absent' }>,
  language: Language,
): AlertBody {
  const { owner = '', world = '', item } = watch.filter;
  const name = part === 'owner' ? owner : part === 'world' ? world : item ? nameOfChoice(item, language) : '';
  const lines = [
    describeWatch(watch, language, 1_500),
    ...formatAbsences(watch, language),
    language.say('alert.gone-watch'),
  ];
  return bodyOf(headlineOf(part, name, language), lines);
}

/** The same to the maker of a feed. */
export function formatFeedAbsent(
  { part, name: named, since, channelId }: Extract<Cause, { kind: 'feed-absent' }>,
  language: Language,
): AlertBody {
  const name = part === 'item' ? nameOfType(named, language) : named;
  const lines = [
    language.say(`absent.${part}`, { name: safe(name, 80), when: stamp(since, 'f') }),
    language.say('alert.gone-feed', { channel: `<#${channelId}>` }),
  ];
  return bodyOf(headlineOf(part, name, language), lines);
}

function headlineOf(part: AbsentPart, name: string, language: Language): string {
  return language.say(`alert.gone-${part}`, { name: bare(name, 80) });
}

function bodyOf(content: string, lines: readonly string[]): AlertBody {
  const description = lines.join('\n');
  return {
    message: { content, embeds: [{ description, color: COLOURS.warning }] },
    plain: `${content}\n${description}`,
  };
}
