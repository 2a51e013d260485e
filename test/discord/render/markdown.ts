/** What a text does when Discord shows it, by name, over lines too: an oracle of its own, written from Discord's help pages on markdown. */
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

/** An escaped character, or one of a code span, is only itself. */
const INERT = '\uE000';

const ESCAPED_OR_CODE = /\\([^\p{L}\p{N}\s])|(`+)([^`](?:[\s\S]*?[^`])??)\2(?!`)/gu;

/** Every effect of the text, in no order: its name and where it applies. */
export function effectsOf(text: string): { readonly name: string; readonly text: string }[] {
  // The server looks for these before any markdown: neither a backslash nor a code span holds them back.
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

/** Marks that were opened and not closed in their line: what follows them in the message would close them. */
export function openMarksOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line.replace(ESCAPED_OR_CODE, INERT).replace(/\*\*.+?\*\*/g, INERT);
    return /`|\*\*/.test(bare) ? [line] : [];
  });
}
