import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { formatRefusal } from '../../src/discord/render/alert/paused.ts';
import { formatLack } from '../../src/discord/render/answer/settings-lack.ts';
import { describeQuiet, describeRate } from '../../src/discord/render/words/describe.ts';
import { formatStreamDown } from '../../src/discord/render/words/freshness.ts';
import { fitList, stamp } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { hasEnded, snoozeEnd } from '../../src/subscriptions/watch-state.ts';
import { formatWatch } from './format-watch.ts';

/** `/watch list` */
export async function listWatches(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { user } = interaction;
  const language = context.languages.of(interaction.locale);
  const watches = context.subscriptions.watchesOf(user.id);
  const lack = formatLack(context.settingsLack(), 'watches', language);
  if (watches.length === 0) {
    await interaction.editReply(['You have no watches yet. `/watch add` makes one.', ...lack].join('\n'));
    return;
  }
  const refusal = context.pauseCodeOf({ kind: 'user', id: user.id });
  const quiet = context.subscriptions.person(user.id)?.quiet;
  const stream = context.status.stream();
  const entries = watches.map(
    (watch) => `${formatWatch(watch, language, context)}${formatState(watch, context.now(), language)}`,
  );
  const description = [
    ...lack,
    ...(refusal === null
      ? []
      : [`⏸ All are paused: ${formatRefusal(refusal, language, 'user')}. \`/watch resume\` starts them again.`]),
    fitList(entries, 3_400, (left) => `… and ${left} more: \`/watch export\` has them all.`),
    ...(quiet ? [`-# Quiet hours ${describeQuiet(quiet)}`] : []),
    ...(stream.state === 'live'
      ? []
      : [`-# ${formatStreamDown(stream, 'auctions and trades', context.now(), language)}`]),
  ];
  await interaction.editReply({ embeds: [{ title: 'Your watches', description: description.join('\n') }] });
}

/** How a watch stands, as the end of its line; empty: it is on. */
function formatState(watch: Watch, now: number, language: Language): string {
  return `${describeRate(watch, language)
    .map((rate) => `, ${rate}`)
    .join('')}${formatHold(watch, now)}`;
}

function formatHold(watch: Watch, now: number): string {
  if (hasEnded(watch, now)) return ' · ended';
  if (watch.paused) return ' · ⏸ paused';
  const snoozedUntil = snoozeEnd(watch, now);
  if (snoozedUntil !== null) return ` · snoozed until ${stamp(snoozedUntil, 't')}`;
  return watch.expiresAt === null ? '' : ` · until ${stamp(watch.expiresAt, 'd')}`;
}
