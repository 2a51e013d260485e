import { expect } from 'vitest';
import { messageFlags } from '../../../sandbox/discord/numbers.ts';
import { checkMessage } from '../../../sandbox/discord/rules/message-rules.ts';
import type { Layout } from '../../../src/discord/render/layout.ts';
import { checkBody, missingDescription } from '../../sandbox/discord/openapi.ts';
import { layoutMarkdown, layoutText } from './layout-text.ts';
import { effectsOf, openMarksOf } from './markdown.ts';

type Json = Record<string, unknown>;

interface Texts {
  readonly content?: string;
  readonly embeds?: readonly {
    readonly title?: string;
    readonly description?: string;
    readonly fields?: readonly { readonly name: string; readonly value: string }[];
  }[];
}

/** Our own marks: figures in bold, places as code, small print. */
const OURS = ['bold', 'code', 'subtext', 'heading'];
/** Our own moments, which no player's text of these tests has. */
const MOMENT = /<t:1[67]\d{8}:[RtTfd]>/g;

/** Holds a message to all of Discord's limits, as the strict local Discord and Discord's own description know them. */
export function expectAccepted(message: object): void {
  // The file itself comes beside the message: here it stands on the web.
  const text = JSON.stringify(message).replaceAll('attachment://', 'https://example.org/');
  const body = JSON.parse(text) as Json;
  try {
    checkMessage(
      { ...body, allowed_mentions: { parse: [] } },
      { allowedFlags: messageFlags.suppressEmbeds | messageFlags.componentsV2, files: [] },
    );
  } catch (error) {
    throw new Error(`Discord refuses it: ${JSON.stringify(error)}`, { cause: error });
  }
  if (missingDescription === null) expect(checkBody('message', body)).toEqual([]);
}

/** No effect but our own in any text of the message that Discord shows as markdown, none of ours left open, and no half of a pair. @param also a kind that this message has of its own */
export function expectHarmless(message: Texts | Layout, also: readonly string[] = []): void {
  if ('flags' in message) {
    expect(layoutText(message).isWellFormed()).toBe(true);
    expectHarmlessTexts(layoutMarkdown(message), also);
    return;
  }
  const { content = '', embeds = [] } = message;
  const texts = embeds.flatMap(({ title = '', description = '', fields = [] }) => [
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ]);
  expectHarmlessTexts([content, ...texts], also);
}

function expectHarmlessTexts(texts: readonly string[], also: readonly string[]): void {
  const ours = [...OURS, ...also];
  for (const text of texts) {
    expect(text.isWellFormed()).toBe(true);
    expect(openMarksOf(text)).toEqual([]);
    expect(effectsOf(text.replace(MOMENT, '')).filter(({ name }) => !ours.includes(name))).toEqual([]);
  }
}
