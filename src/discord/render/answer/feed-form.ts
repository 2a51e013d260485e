import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { FEED_KINDS } from '../../../routing/feed.ts';
import { kindKey } from '../words/describe.ts';

const MOST_CHANNELS = 5;
const MOST_CHARACTERS = 20;

/** The form behind *Set up channels*: which channels get what. @param channelTypes where a feed can go */
export function feedForm(language: Language, channelTypes: readonly number[]): APIModalInteractionResponseCallbackData {
  return {
    custom_id: 'feed:form:',
    title: language.say('setup.title'),
    components: [
      {
        type: ComponentType.Label,
        label: language.say('setup.channels'),
        component: {
          type: ComponentType.ChannelSelect,
          custom_id: 'channels',
          channel_types: [...channelTypes],
          min_values: 1,
          max_values: MOST_CHANNELS,
        },
      },
      {
        type: ComponentType.Label,
        label: language.say('setup.kinds'),
        component: {
          type: ComponentType.StringSelect,
          custom_id: 'kinds',
          min_values: 1,
          max_values: FEED_KINDS.length,
          options: FEED_KINDS.map((kind) => ({ value: kind, label: language.say(kindKey(kind)) })),
        },
      },
      {
        type: ComponentType.Label,
        label: language.say('setup.min-value'),
        component: {
          type: ComponentType.TextInput,
          custom_id: 'min-value',
          style: TextInputStyle.Short,
          placeholder: language.say('setup.min-value.example'),
          required: false,
          max_length: MOST_CHARACTERS,
        },
      },
    ],
  };
}
