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

/** Effects of Crier's own markup: numbers in bold, places as code, small print. */
const OURS = ['bold', 'code', 'subtext', 'heading'];
/** Crier's own timestamps, which no player's text in these tests contains. */
const MOMENT = /<t:1[67]\d{8}:[RtTfd]>/g;

/** Checks a message against all limits of the strict local Discord and of Discord's OpenAPI description. */
export function expectAccepted(message: object): void {
  // Files are sent separately, so their references become URLs here.
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

/**
 * Checks that the texts displayed as markdown have no effects but Crier's own, no unclosed markup and no split
 * surrogate pair.
 *
 * @param also further effects that this message may have
 */
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
