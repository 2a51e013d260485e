import { MessageFlags } from 'discord.js';
import { EVERYWHERE } from '../src/discord/command/answer.ts';
import type { Command } from '../src/discord/command/command.ts';
import { ownEntry } from '../src/discord/command/own-entry.ts';
import { suggestTimeZones } from '../src/discord/command/read-quiet.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import { OLD_COMMAND, UserError } from '../src/discord/command/user-error.ts';
import { addFromForm, addWatch, watchMyShop } from './watch/add.ts';
import { chooseForWatch, keepOn, showShops, snoozeWatch, stopWatch, undoOnAlert } from './watch/alert-buttons.ts';
import { explainWatch } from './watch/explain.ts';
import { exportWatches, importWatches } from './watch/export-import.ts';
import { forgetAll } from './watch/forget.ts';
import { listWatches } from './watch/list.ts';
import { editWatch, pauseWatch, removeWatch, resumeWatch } from './watch/manage.ts';
import { WATCH_ACTIONS } from './watch/options.ts';
import { setQuiet } from './watch/quiet.ts';
import { undoFromButton, undoLast } from './watch/undo.ts';
import { suggestWatches } from './watch/watch-option.ts';

const ACTIONS = {
  add: addWatch,
  edit: editWatch,
  list: listWatches,
  pause: pauseWatch,
  resume: resumeWatch,
  remove: removeWatch,
  undo: undoLast,
  explain: explainWatch,
  export: exportWatches,
  import: importWatches,
  quiet: setQuiet,
  'my-shop': watchMyShop,
  forget: forgetAll,
};

export const watch = {
  definition: { name: 'watch', description: 'Be told by direct message', ...EVERYWHERE, options: [...WATCH_ACTIONS] },

  async execute(interaction, context) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const action = ownEntry(ACTIONS, interaction.options.getSubcommand());
    if (!action) throw new UserError(OLD_COMMAND);
    await action(interaction, context);
  },

  autocomplete(interaction, context) {
    const { name, value } = interaction.options.getFocused(true);
    if (name === 'watch') return suggestWatches(interaction, context);
    if (name === 'timezone') return suggestTimeZones(value, context.now(), context.languages.of(interaction.locale));
    return suggestFilter(interaction, context);
  },

  actions: {
    add: addFromForm,
    stop: stopWatch,
    snooze: snoozeWatch,
    shops: showShops,
    menu: chooseForWatch,
    undo: undoFromButton,
    keep: keepOn,
    restore: undoOnAlert,
  },
} satisfies Command;
