import { ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, marketFor, replacing, sendPictured, visibility } from '../src/discord/command/answer.ts';
import type { Command } from '../src/discord/command/command.ts';
import { ITEM_OPTION, PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { readItem, readItemArgument } from '../src/discord/command/read-filter.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import { UserError } from '../src/discord/command/user-error.ts';
import { withGuess } from '../src/discord/command/with-guess.ts';
import { PRICE_PERIODS } from '../src/discord/render/answer/price-buttons.ts';
import { described } from '../src/language/localized.ts';
import { answerPrice } from './price/answer.ts';

const USUAL_DAYS = 30;

export const price = {
  definition: {
    name: 'price',
    ...described('price.description'),
    ...EVERYWHERE,
    options: [
      { ...ITEM_OPTION, required: true },
      { type: Type.Integer, name: 'days', ...described('price.days'), min_value: 1, max_value: 90 },
      PRIVATE_OPTION,
    ],
  },

  async execute(interaction, context) {
    const { options } = interaction;
    const isPrivate = options.getBoolean('private') ?? false;
    const market = await marketFor(interaction, context, isPrivate);
    const language = context.languages.of(interaction.locale);
    const known = { market, language };
    const { item, guess } = readItem(options.getString('item', true), known, market ? 'listed' : 'any-type');
    if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
    const answer = await answerPrice(item, options.getInteger('days') ?? USUAL_DAYS, context, language);
    await sendPictured(
      withGuess(answer, guess, 'item.guessed', language),
      (message) => interaction.editReply(message),
      context.log,
    );
  },

  autocomplete: (interaction, context) => suggestFilter(interaction, context),

  actions: {
    /** Another span of days: whoever asked sees it in place, others get an answer of their own. */
    async days(interaction, argument, context) {
      const [days = '', type = '', key] = argument.split(':');
      const period = PRICE_PERIODS.find((one) => String(one) === days);
      if (!period || !interaction.isMessageComponent()) {
        throw new UserError((language) => language.say('price.again'));
      }
      const { message: under } = interaction;
      const isAsker = under.interactionMetadata?.user.id === interaction.user.id;
      await (isAsker ? interaction.deferUpdate() : interaction.deferReply(visibility(true)));
      // Several kinds have no one price: the answer for their type lists them.
      const { isFormer, ...chosen } = readItemArgument(type, key, context.market());
      const item = isFormer ? { type } : chosen;
      const answer = await answerPrice(item, period, context, context.languages.of(interaction.locale));
      const show = (message: typeof answer) =>
        interaction.editReply(isAsker ? { ...replacing(message, under), attachments: [] } : message);
      await sendPictured(answer, show, context.log);
    },
  },
} satisfies Command;
