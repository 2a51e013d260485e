import { InteractionResponseType as Type } from 'discord.js';

const SHOWN: readonly unknown[] = [Type.ChannelMessageWithSource, Type.UpdateMessage];

/** The edit that shows once more what a first answer showed. */
export interface OriginalEdit {
  readonly url: string;
  readonly body: string;
}

/**
 * What makes sure of a first answer, by the request it was given with; null: it shows nothing (it defers, suggests, opens a
 * form), or brings files, which would have to be sent anew.
 */
export function originalEdit(url: string, requestBody: unknown, applicationId: string): OriginalEdit | null {
  if (typeof requestBody !== 'string') return null;
  const { type, data }: { type?: unknown; data?: { flags?: unknown } } = JSON.parse(requestBody);
  if (!SHOWN.includes(type)) return null;
  // Who sees it was settled by the first answer; an edit takes no such flag.
  const { flags: _, ...message } = data ?? {};
  const edit = url.replace(
    /\/interactions\/\d+\/([^/]+)\/callback.*$/,
    `/webhooks/${applicationId}/$1/messages/@original`,
  );
  return { url: edit, body: JSON.stringify(message) };
}
