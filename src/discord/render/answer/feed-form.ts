import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { FEED_KINDS } from '../../../routing/feed.ts';
import { kindKey } from '../words/describe.ts';

const MOST_CHARACTERS = 20;

/** The parts of the form that ask for one channel, by custom id. A form has room for two channels. */
export const SET_UP_PARTS = [
  { channel: 'channel', kinds: 'kinds' },
  { channel: 'channel-2', kinds: 'kinds-2' },
] as const;

/** The form behind *Set up channels*: what each of two channels gets. @param channelTypes where a feed can go */
export function feedForm(language: Language, channelTypes: readonly number[]): APIModalInteractionResponseCallbackData {
  return {
    custom_id: 'feed:form:',
    title: language.say('setup.title'),
    components: [
      ...SET_UP_PARTS.flatMap((part, index) => channelParts(part, index === 0, language, channelTypes)),
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

function channelParts(
  { channel, kinds }: (typeof SET_UP_PARTS)[number],
  isRequired: boolean,
  language: Language,
  channelTypes: readonly number[],
): APILabelComponent[] {
  const presence = { required: isRequired, min_values: isRequired ? 1 : 0 };
  return [
    {
      type: ComponentType.Label,
      label: language.say(`setup.${channel}`),
      component: {
        type: ComponentType.ChannelSelect,
        custom_id: channel,
        channel_types: [...channelTypes],
        max_values: 1,
        ...presence,
      },
    },
    {
      type: ComponentType.Label,
      label: language.say(`setup.${kinds}`),
      component: {
        type: ComponentType.StringSelect,
        custom_id: kinds,
        max_values: FEED_KINDS.length,
        options: FEED_KINDS.map((kind) => ({ value: kind, label: language.say(kindKey(kind)) })),
        ...presence,
      },
    },
  ];
}
