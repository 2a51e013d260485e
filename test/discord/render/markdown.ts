/**
 * Effects of a text in Discord, by name, also across lines. An independent oracle based on Discord's help pages on
 * markdown.
 */
const EFFECTS: readonly (readonly [string, RegExp])[] = [
  ['mention', /<(?:@[!&]?|#)\d+>|<\/[^<>\n]+:\d+>|<id:\w+>/g],
  ['timestamp', /<t:-?\d+(?::[a-zA-Z])?>/g],
  ['emoji', /<a?:\w+:\d+>|:\w+(?:::skin-tone-\d)?:/g],
  ['link', /https?:\/\/|<(?:[a-z][\w+.-]*:|[^<>\s]+@)[^<>]*>|\[[^\]\n]*\]\([^)\n]*\)/gi],
  ['invite', /discord(?:app)?\.(?:gg|com\/invite|new)\/[\w-]/gi],
  ['bold', /\*\*[\s\S]+?\*\*/g],
  ['italic', /(?<!\*)\*(?!\*)[^*]+\*(?!\*)|(?<!_)_(?!_)[^_]+_(?!_)/g],
  ['underline', /__[\s\S]+?__/g],
  ['strike', /~~[\s\S]+?~~/g],
  ['spoiler', /\|\|[\s\S]+?\|\|/g],
  ['heading', /^\s*#{1,3}\s/gm],
  ['subtext', /^\s*-#\s/gm],
  ['quote', /^\s*>/gm],
  ['list', /^\s*(?:[-*+]|\d+\.)\s/gm],
  ['dangling escape', /\\$/gm],
];

/** Replaces escaped characters and code spans, which have no other effect. */
const INERT = '\uE000';

const ESCAPED_OR_CODE = /\\([^\p{L}\p{N}\s])|(`+)([^`](?:[\s\S]*?[^`])??)\2(?!`)/gu;

/** Returns every effect of the text, unordered: its name and the affected part. */
export function effectsOf(text: string): { readonly name: string; readonly text: string }[] {
  // Discord's server looks for these before any markdown, so neither a backslash nor a code span prevents them.
  const shouts = [...text.matchAll(/@(?:everyone|here)/gi)].map((match) => ({ name: 'everyone', text: match[0] }));
  const codes: { name: string; text: string }[] = [];
  const bare = text.replace(ESCAPED_OR_CODE, (whole, escaped: string | undefined) => {
    if (escaped === undefined) codes.push({ name: 'code', text: whole });
    return INERT;
  });
  const found = EFFECTS.flatMap(([name, pattern]) =>
    [...bare.matchAll(pattern)].map((match) => ({ name, text: match[0] })),
  );
  return [...shouts, ...codes, ...found];
}

/** Returns lines with unclosed markup, which the following text of the message would close. */
export function openMarksOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line.replace(ESCAPED_OR_CODE, INERT).replace(/\*\*.+?\*\*/g, INERT);
    return /`|\*\*/.test(bare) ? [line] : [];
  });
}
