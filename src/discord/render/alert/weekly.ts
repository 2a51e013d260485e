import { type APIEmbed, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatWhole } from '../../../language/number.ts';
import type { Identity } from '../../../market/item/item.ts';
import type { Turnover } from '../../../market/my-shops/report.ts';
import type { OwnShopsWeek } from '../../../market/my-shops/week.ts';
import type { Cause } from '../../../routing/notice.ts';
import { button, COLOURS } from '../layout.ts';
import { nameOfIdentity } from '../words/names.ts';
import { safe, stamp } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';
import { formatDuration } from './state-notices.ts';

const GOODS_CHARACTERS = 60;
/** Outages that are shorter in sum have hardly lost a sale, so they are not reported. */
const SHORTEST_REPORTED_MS = 60_000;

/** Formats the weekly message about the shops of a user's own player. The push shows the totals of what was sold. */
export function formatWeek({ player, week }: Extract<Cause, { kind: 'weekly' }>, language: Language): AlertBody {
  const sold = formatSold(week.total, language);
  const content = language.say('weekly.headline', { things: sold ?? language.say('weekly.nothing') });
  const description = [
    formatSpan(week, language),
    ...formatWeekTotals(week.total, language),
    ...formatBestGoods(week, language),
    ...formatAttention(week, language),
    ...formatLacks(week, language),
  ].join('\n');
  const embed: APIEmbed = {
    title: language.say('watch.own-shops', { player: safe(player.name, 40) }),
    description,
    color: COLOURS.neutral,
  };
  const buttons = [
    button(language.say('weekly.button-open'), 'my-shops:open:', { style: 'main' }),
    button(language.say('weekly.button-off'), 'my-shops:weekly:off'),
  ];
  return {
    message: { content, embeds: [embed], components: [{ type: ComponentType.ActionRow, components: buttons }] },
    plain: `${content}\n${description}`,
  };
}

function formatSpan({ from, until }: OwnShopsWeek, language: Language): string {
  return `-# ${language.say('weekly.span', { from: stamp(from, 'f'), until: stamp(until, 'f') })}`;
}

function formatSold({ sales, sold, earned }: Turnover, language: Language): string | null {
  if (sales === 0) return null;
  return language.say('alert.own-sold', { n: sales, items: sold, diamonds: formatDiamonds(earned, language) });
}

function formatWeekTotals(total: Turnover, language: Language): readonly string[] {
  const { purchases, bought, spent } = total;
  const sold = formatSold(total, language);
  const diamonds = formatDiamonds(spent, language);
  return [
    ...(sold === null ? [] : [`**${sold}**`]),
    ...(purchases > 0 ? [`**${language.say('alert.own-bought', { n: purchases, items: bought, diamonds })}**`] : []),
  ];
}

function formatBestGoods({ best }: OwnShopsWeek, language: Language): readonly string[] {
  if (best.length === 0) return [];
  const lines = best.map(({ identity, sold, earned }) => {
    const goods = { count: formatWhole(sold, language), item: nameWeekGoods(identity, language) };
    return `- ${language.say('offer.goods', goods)} · ${formatDiamonds(earned, language)}`;
  });
  return [language.say('weekly.best'), ...lines];
}

function formatAttention({ attention }: OwnShopsWeek, language: Language): readonly string[] {
  if (attention.length === 0) return [language.say('weekly.well')];
  const lines = attention.map(({ kind, shops: n, goods: identities }) => {
    const goods = identities.map((identity) => nameWeekGoods(identity, language)).join(', ');
    return `- ${language.say(`weekly.${kind}`, { n, goods })}`;
  });
  return [language.say('weekly.attention'), ...lines];
}

/** Says what the figures lack. */
function formatLacks({ unclear, downMs }: OwnShopsWeek, language: Language): readonly string[] {
  const time = formatDuration(downMs, language);
  return [
    ...(unclear > 0 ? [`-# ${language.say('weekly.unclear', { n: unclear })}`] : []),
    ...(downMs >= SHORTEST_REPORTED_MS ? [`-# ${language.say('weekly.outage', { time })}`] : []),
  ];
}

function nameWeekGoods(identity: Identity, language: Language): string {
  return safe(nameOfIdentity(identity, language), GOODS_CHARACTERS);
}
