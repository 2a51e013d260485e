import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { Choice, Desk } from '../../src/discord/command/command.ts';
import { Complaint } from '../../src/discord/command/complaint.ts';
import { describeWatch } from '../../src/discord/render/describe.ts';
import { sayRefusal } from '../../src/discord/render/paused.ts';
import { clip, stamp, unmark } from '../../src/discord/render/text.ts';
import type { Watch } from '../../src/routing/watch.ts';

/** `/watch list` */
export async function listWatches(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const watches = desk.book.watchesOf(interaction.user.id);
  if (watches.length === 0) {
    await interaction.editReply('You have no watches yet. `/watch add` makes one.');
    return;
  }
  const refusal = desk.pausedBy({ kind: 'user', id: interaction.user.id });
  const notes =
    refusal === null ? [] : [`⏸ All are paused: ${sayRefusal(refusal)}. \`/watch resume\` starts them again.`];
  const lines = watches.map((watch) => `${describeWatch(watch, interaction.locale)}${sayState(watch, desk.now())}`);
  const description = clip([...notes, ...lines].join('\n'), 4_000);
  await interaction.editReply({ embeds: [{ title: 'Your watches', description }] });
}

/** `/watch pause` */
export async function pauseWatch(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const watch = readWatch(interaction, desk);
  await desk.settings.putWatch({ ...watch, paused: true });
  await interaction.editReply(`Paused: ${describeWatch(watch, interaction.locale)}.`);
}

/** `/watch resume`: also takes back a pause that closed direct messages forced on all of them. */
export async function resumeWatch(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const watch = readWatch(interaction, desk);
  await desk.settings.putWatch({ ...watch, paused: false });
  await desk.resume({ kind: 'user', id: watch.userId });
  await interaction.editReply(`On again: ${describeWatch(watch, interaction.locale)}.`);
}

/** `/watch remove` */
export async function removeWatch(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const watch = readWatch(interaction, desk);
  await desk.settings.removeWatch(watch.id);
  await interaction.editReply(`Removed: ${describeWatch(watch, interaction.locale)}.`);
}

export function suggestWatches(interaction: AutocompleteInteraction, desk: Desk): readonly Choice[] {
  const text = interaction.options.getFocused().toLowerCase();
  return desk.book
    .watchesOf(interaction.user.id)
    .map((watch) => ({ name: nameOf(watch, interaction.locale), value: watch.id }))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, 25);
}

function nameOf(watch: Watch, locale: string): string {
  const what = unmark(describeWatch(watch, locale));
  return clip(`${what}${watch.paused ? ' (paused)' : ''}`, 100);
}

function sayState(watch: Watch, now: number): string {
  if (watch.paused) return ' · ⏸ paused';
  if (watch.expiresAt === null) return '';
  return watch.expiresAt <= now ? ' · ended' : ` · until ${stamp(watch.expiresAt, 'd')}`;
}

/** @throws Complaint where it is not a watch of this person */
function readWatch(interaction: ChatInputCommandInteraction, desk: Desk): Watch {
  const id = interaction.options.getString('watch', true);
  const watch = desk.book.watchesOf(interaction.user.id).find((watch) => watch.id === id);
  if (!watch) throw new Complaint('You have no such watch. Pick one from the list that opens as you type.');
  return watch;
}
