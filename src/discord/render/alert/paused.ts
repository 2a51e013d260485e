import type { Language } from '../../../language/language.ts';
import type { Cause, FeedPlace } from '../../../routing/notice.ts';
import { COLOURS } from '../layout/layout.ts';
import { formatRefusal, formatRemedy } from '../words/refusal.ts';
import { bare } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';

/** To the maker of a channel's feeds. The push names the channel and its server where they are known. */
export function formatFeedsPaused(
  { channelId, code, place }: Extract<Cause, { kind: 'feeds-paused' }>,
  language: Language,
): AlertBody {
  const content = language.say('alert.feeds-paused', { channel: formatPlace(channelId, place) });
  const details = language.say('alert.feeds-paused-why', {
    channel: `<#${channelId}>`,
    why: formatRefusal(code, language, 'channel', place?.lacking),
  });
  const description = `${details}\n${formatRemedy(code, language)}`;
  return {
    message: { content, embeds: [{ description, color: COLOURS.warning }] },
    plain: `${content}\n${description}`,
  };
}

/** `#market (Town)`. A mention alone has no name in a push of direct messages. */
function formatPlace(channelId: string, place: FeedPlace | undefined): string {
  if (place === undefined) return `<#${channelId}>`;
  const channel = place.channel === undefined ? `<#${channelId}>` : `#${bare(place.channel, 100)}`;
  return `${channel} (${bare(place.server, 100)})`;
}
