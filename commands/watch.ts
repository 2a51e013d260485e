import { EVERYWHERE } from '../src/discord/command/answer.ts';
import { type Command, runAction } from '../src/discord/command/command.ts';
import { suggestTimeZones } from '../src/discord/command/read-quiet.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import { described } from '../src/language/localized.ts';
import { addFromForm, addFromRetry, addWatch, watchMyShop } from './watch/add.ts';
import { chooseForWatch, keepOn, showShops, snoozeWatch, stopWatch, undoOnAlert } from './watch/alert-buttons.ts';
import { explainFromButton, explainWatch } from './watch/explain.ts';
import { exportWatches, importWatches } from './watch/export-import.ts';
import { forgetAll } from './watch/forget.ts';
import { chooseInList, listFromButton, listWatches } from './watch/list.ts';
import {
  changePrice,
  editWatch,
  pauseFromButton,
  pauseWatch,
  removeFromButton,
  removeWatch,
  resumeFromButton,
  resumeWatch,
} from './watch/manage.ts';
import { openPriceForm, reopenForm, reopenPriceForm } from './watch/open-form.ts';
import { WATCH_ACTIONS } from './watch/options.ts';
import { setQuiet } from './watch/quiet.ts';
import { tryMessages } from './watch/try-messages.ts';
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
  definition: { name: 'watch', ...described('watch.command'), ...EVERYWHERE, options: [...WATCH_ACTIONS] },

  execute: runAction(ACTIONS),

  autocomplete(interaction, context) {
    const { name, value } = interaction.options.getFocused(true);
    if (name === 'watch') return suggestWatches(interaction, context);
    if (name === 'timezone') return suggestTimeZones(value, context.now(), context.languages.of(interaction.locale));
    return suggestFilter(interaction, context);
  },

  actions: {
    add: addFromForm,
    'add-again': addFromRetry,
    retry: reopenForm,
    price: changePrice,
    'ask-price': openPriceForm,
    'retry-price': reopenPriceForm,
    stop: stopWatch,
    snooze: snoozeWatch,
    shops: showShops,
    menu: chooseForWatch,
    undo: undoFromButton,
    'try-messages': tryMessages,
    keep: keepOn,
    restore: undoOnAlert,
    list: listFromButton,
    choose: chooseInList,
    pause: pauseFromButton,
    resume: resumeFromButton,
    remove: removeFromButton,
    explain: explainFromButton,
  },
} satisfies Command;
