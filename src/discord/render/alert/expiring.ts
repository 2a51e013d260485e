import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Watch } from '../../../routing/watch.ts';
import { COLOURS } from '../layout/layout.ts';
import { describeWatch } from '../words/describe.ts';
import { nameOfChoice } from '../words/item-name.ts';
import { bare, stamp } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';
import { keepButton } from './alert-controls.ts';

/** To whom a watch belongs that ends soon, or has ended while the news had to wait. */
export function formatExpiring(watch: Watch, expiresAt: number, now: number, language: Language): AlertBody {
  const content = formatHeadline(watch, expiresAt > now, language);
  const description = `${describeWatch(watch, language, 1_500)} · ${stamp(expiresAt)}`;
  const embed: APIEmbed = { description, color: COLOURS.warning };
  const components = [keepButton(watch.id, language)];
  return { message: { content, embeds: [embed], components }, plain: `${content}\n${description}` };
}

function formatHeadline({ item, trigger, filter }: Watch, isAhead: boolean, language: Language): string {
  if (trigger === 'my-shop') {
    const owner = bare(filter.owner ?? '');
    return language.say(isAhead ? 'alert.shops-end-soon' : 'alert.shops-have-ended', { owner });
  }
  const name = item === null ? language.say('filter.any-item') : bare(nameOfChoice(item, language), 80);
  return language.say(isAhead ? 'alert.ends-soon' : 'alert.has-ended', { item: name });
}
