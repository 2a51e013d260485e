import { isJson, type Json, jsonOf } from '../json.ts';
import { checkAltText, checkImage, type References } from './media-rules.ts';
import type { Path, Problems } from './problems.ts';

const maxEmbeds = 10;
const maxTotalLength = 6_000;

/** Checks a message's embeds: the limit of each text, and 6,000 characters over all embeds. */
export function checkEmbeds(problems: Problems, value: unknown, references: References): void {
  const embeds = problems.list(['embeds'], value, { max: maxEmbeds });
  for (const [index, embed] of embeds.entries()) {
    if (isJson(embed)) checkEmbed(problems, ['embeds', index], embed, references);
    else problems.add(['embeds', index], 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
  }
  const total = embeds.reduce<number>((sum, embed) => sum + textLength(jsonOf(embed)), 0);
  if (total > maxTotalLength) {
    problems.add(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${maxTotalLength}`);
  }
}

function checkEmbed(problems: Problems, path: Path, embed: Json, references: References): void {
  const footer = jsonOf(embed.footer);
  const author = jsonOf(embed.author);
  problems.text([...path, 'title'], embed.title, { min: 0, max: 256, required: false });
  problems.text([...path, 'description'], embed.description, { min: 0, max: 4_096, required: false });
  problems.text([...path, 'footer', 'text'], footer.text, { max: 2_048, required: isJson(embed.footer) });
  problems.text([...path, 'author', 'name'], author.name, { max: 256, required: isJson(embed.author) });
  problems.integer([...path, 'color'], embed.color, { max: 0xffffff, required: false });
  problems.url([...path, 'url'], embed.url);
  problems.url([...path, 'author', 'url'], author.url);
  for (const [icon, value] of [['footer', footer.icon_url] as const, ['author', author.icon_url] as const]) {
    checkImage(problems, [...path, icon, 'icon_url'], value, references);
  }
  for (const name of ['image', 'thumbnail'] as const) {
    if (embed[name] == null) continue;
    const picture = jsonOf(embed[name]);
    const { url } = picture;
    checkAltText(problems, [...path, name], picture);
    if (url == null) problems.missing([...path, name, 'url']);
    checkImage(problems, [...path, name, 'url'], url, references);
  }
  if (embed.timestamp != null && Number.isNaN(Date.parse(String(embed.timestamp)))) {
    problems.add([...path, 'timestamp'], 'DATE_TIME_TYPE_PARSE', `Could not parse ${String(embed.timestamp)}.`);
  }
  checkFields(problems, path, embed.fields);
  if (textLength(embed) === 0 && embed.image == null && embed.thumbnail == null) {
    problems.missing([...path, 'description']);
  }
}

function checkFields(problems: Problems, path: Path, value: unknown): void {
  for (const [index, field] of problems.list([...path, 'fields'], value, { max: 25 }).entries()) {
    const { name, value: text } = jsonOf(field);
    problems.text([...path, 'fields', index, 'name'], name, { max: 256 });
    problems.text([...path, 'fields', index, 'value'], text, { max: 1_024 });
  }
}

/** Refuses an edit that removes a file which an embed or a component still shows. */
export function checkShownFiles(
  problems: Problems,
  shown: { readonly embeds: readonly Json[]; readonly components: readonly Json[] },
  goneIds: readonly string[],
): void {
  for (const field of ['embeds', 'components'] as const) {
    const text = JSON.stringify(shown[field]);
    const gone = goneIds.find((id) => text.includes(`/${id}/`));
    if (gone) problems.add([field], 'UNKNOWN_ATTACHMENT', `The attachment ${gone} is shown here, and not kept.`);
  }
}

function textLength(embed: Json): number {
  const fields = Array.isArray(embed.fields) ? embed.fields.map(jsonOf) : [];
  const texts = [embed.title, embed.description, jsonOf(embed.footer).text, jsonOf(embed.author).name];
  for (const field of fields) texts.push(field.name, field.value);
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.trim().length : 0), 0);
}
