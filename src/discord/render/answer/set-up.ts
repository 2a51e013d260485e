import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  SelectMenuDefaultValueType,
  TextInputStyle,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatGivenDiamonds } from '../../../language/number.ts';
import { FEED_KINDS, type Feed, type FeedKind, type FeedPermission, PAID_KINDS } from '../../../routing/feed.ts';
import type { FeedForecast } from '../../../subscriptions/feed-forecast.ts';
import { button, COLOURS, card, type Layout, row, text } from '../layout.ts';
import { describeFeed, kindKey, nameKinds } from '../words/describe.ts';
import { andMore, fitList } from '../words/text.ts';
import { formatForecast } from './feed.ts';
import { formatLacking, stoppingFeeds } from './feed-standing.ts';

const NEW_FEEDS_CHARACTERS = 3_500;

/** A channel that was set up: its new feeds with their forecasts, and the permissions that Crier lacks there. */
export interface SetUpChannel {
  readonly channelId: string;
  readonly feeds: readonly { readonly feed: Feed; readonly forecast: FeedForecast | null }[];
  readonly lacking: readonly FeedPermission[];
}

/**
 * The result of the form.
 */
interface SetUpAnswer {
  readonly channels: readonly SetUpChannel[];
  /** The requested minimum in diamonds, or 0. */
  readonly minValue: number;
  /** Whether the second channel was omitted because a part of it was missing. */
  readonly isIncomplete: boolean;
  /** The limit of feeds if the server has reached it, else null. */
  readonly most: number | null;
}

/** Renders the answer to the form behind *Set up channels*. */
export function renderSetUp({ channels, minValue, isIncomplete, most }: SetUpAnswer, language: Language): Layout {
  const made = channels.filter(({ feeds }) => feeds.length > 0);
  const isLacking = made.some(({ lacking }) => stoppingFeeds(lacking).length > 0);
  const lines = made.flatMap(({ channelId, feeds, lacking }) => [
    `**<#${channelId}>**`,
    ...feeds.map(({ feed, forecast }) => {
      const expected = forecast === null ? [] : formatForecast(forecast, language);
      return [`- ${describeFeed(feed, language)}`, ...expected.map((line) => `  -# ${line}`)].join('\n');
    }),
    ...formatLacking(
      'feed.lacking',
      lacking,
      feeds.map(({ feed }) => feed),
      language,
    ),
  ]);
  const kinds = made.flatMap(({ feeds }) => feeds.map(({ feed }) => feed.kind));
  const unpaid = [...new Set(kinds.filter((kind) => !PAID_KINDS.includes(kind)))];
  const least = { diamonds: formatGivenDiamonds(minValue, language), kinds: nameKinds(unpaid, language) };
  return card(
    isLacking ? COLOURS.warning : COLOURS.good,
    text(
      language.say('setup.done'),
      made.length > 0 ? fitList(lines, NEW_FEEDS_CHARACTERS, andMore(language)) : language.say('setup.nothing-new'),
      minValue > 0 && unpaid.length > 0 && language.say('setup.min-value-unused', least),
      isIncomplete && language.say('setup.incomplete'),
      most !== null && `⚠️ ${language.say('feed.error.most', { n: most })}`,
    ),
    row(button(language.say('setup.more'), 'feed:setup:')),
    text(language.say('setup.next')),
  );
}

const MIN_VALUE_CHARACTERS = 20;

/** The custom ids of the form's fields for each channel. A form has room for two channels. */
export const SET_UP_PARTS = [
  { channel: 'channel', kinds: 'kinds' },
  { channel: 'channel-2', kinds: 'kinds-2' },
] as const;

/** The contents of the form: each channel with its kinds, and the minimum value as typed. */
export interface FeedFormValues {
  readonly parts: readonly { readonly channelId: string | null; readonly kinds: readonly FeedKind[] }[];
  readonly minValue: string;
}

const EMPTY_FORM: FeedFormValues = { parts: [], minValue: '' };

/**
 * Returns the form behind *Set up channels*, which asks for the feeds of up to two channels.
 *
 * @param channelTypes the types of channels that can have feeds
 * @param filled the initial contents
 */
export function feedForm(
  language: Language,
  channelTypes: readonly number[],
  filled = EMPTY_FORM,
): APIModalInteractionResponseCallbackData {
  return {
    custom_id: 'feed:form:',
    title: language.say('setup.title'),
    components: [
      ...SET_UP_PARTS.flatMap((part, index) =>
        channelParts(part, index === 0, language, channelTypes, filled.parts[index]),
      ),
      {
        type: ComponentType.Label,
        label: language.say('setup.min-value'),
        component: {
          type: ComponentType.TextInput,
          custom_id: 'min-value',
          style: TextInputStyle.Short,
          placeholder: language.say('setup.min-value.example'),
          required: false,
          max_length: MIN_VALUE_CHARACTERS,
          ...(filled.minValue !== '' && { value: filled.minValue.slice(0, MIN_VALUE_CHARACTERS) }),
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
  filled: FeedFormValues['parts'][number] | undefined,
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
        ...(filled?.channelId != null && {
          default_values: [{ id: filled.channelId, type: SelectMenuDefaultValueType.Channel }],
        }),
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
        options: FEED_KINDS.map((kind) => ({
          value: kind,
          label: language.say(kindKey(kind)),
          ...(filled?.kinds.includes(kind) && { default: true }),
        })),
        ...presence,
      },
    },
  ];
}

/**
 * Encodes the contents of the form as a custom id's argument `id.1a.id.0:typed`, short enough to leave room for the
 * action. The kinds are bits in the order of `FEED_KINDS`.
 */
export function joinFormValues({ parts, minValue }: FeedFormValues): {
  readonly chosen: string;
  readonly typed: string;
} {
  const chosen = parts.flatMap(({ channelId, kinds }) => {
    const bits = FEED_KINDS.reduce((sum, kind, at) => sum + (kinds.includes(kind) ? 2 ** at : 0), 0);
    return [channelId ?? '', bits.toString(36)];
  });
  return { chosen: chosen.join('.'), typed: minValue };
}

/** Decodes an argument that `joinFormValues` encoded. */
export function splitFormValues(argument: string): FeedFormValues {
  const [chosen = '', ...typed] = argument.split(':');
  const values = chosen.split('.');
  const parts = SET_UP_PARTS.map((_, at) => {
    const [channelId = '', bits = ''] = values.slice(2 * at);
    const sum = Number.parseInt(bits, 36) || 0;
    return {
      channelId: /^\d{17,20}$/.test(channelId) ? channelId : null,
      kinds: FEED_KINDS.filter((_, kind) => Math.floor(sum / 2 ** kind) % 2 === 1),
    };
  });
  return { parts, minValue: typed.join(':') };
}
