import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { formatZoneDoubt, formatZoneNotes, readQuiet } from '../../src/discord/command/read-quiet.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { renderFeed, renderFeeds, undoButton } from '../../src/discord/render/answer/feed.ts';
import type { Feed } from '../../src/routing/feed.ts';
import type { QuietHours } from '../../src/routing/quiet.ts';
import { save } from './add.ts';
import { requireOne, stepsOf } from './change.ts';
import { isForAll, readAllFeeds, readFeed } from './feed-option.ts';

/** `/feed quiet`: sets the quiet hours of a feed, or of all feeds; without options it ends them. */
export async function quietFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { options } = interaction;
  const given = {
    from: options.getString('from'),
    to: options.getString('to'),
    timezone: options.getString('timezone'),
  };
  const now = context.now();
  const language = context.languages.of(interaction.locale);
  const quietOf = (feed: Feed): QuietHours | null => readQuiet(given, feed.quiet, { from: 'from', to: 'to', now });
  const changed = (feed: Feed) => !isDeepStrictEqual(quietOf(feed), feed.quiet);
  const notesOn = (quiet: QuietHours | null) => {
    const doubt = formatZoneDoubt(quiet, now, language);
    const notes = quiet === null ? [language.say('feed.quiet-ended')] : formatZoneNotes(quiet, now, language);
    return [...notes, ...(doubt === null ? [] : [doubt])];
  };
  if (isForAll(interaction)) {
    const { mine, others } = await readAllFeeds(interaction, context);
    const feeds = requireOne(mine.filter(changed));
    const edited = feeds.map((feed) => ({ ...feed, quiet: quietOf(feed) }));
    const key = await context.feedUndos.keep(stepsOf(feeds, (feed) => ({ ...feed, quiet: quietOf(feed) })));
    for (const feed of edited) await save(feed, context);
    const more = [...new Set(edited.flatMap(({ quiet }) => notesOn(quiet)))];
    const answer = { deed: 'changed', feeds: edited, others, more, buttons: [undoButton(key, language)] } as const;
    await interaction.editReply(renderFeeds(answer, language));
    return;
  }
  const feed = await readFeed(interaction, context);
  if (!changed(feed)) throw new UserError((language) => language.say('feed.error.unchanged'));
  const edited = { ...feed, quiet: quietOf(feed) };
  const key = await context.feedUndos.keep([{ before: feed, after: edited }]);
  await save(edited, context);
  const answer = { deed: 'changed', feed: edited, more: notesOn(edited.quiet) } as const;
  await interaction.editReply(renderFeed({ ...answer, buttons: [undoButton(key, language)] }, language));
}
