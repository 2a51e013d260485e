import { styleText } from 'node:util';
import { type Json, jsonOf, jsonsOf } from '../discord/json.ts';
import { componentTypes } from '../discord/numbers.ts';
import type { Message } from '../discord/world/entities.ts';
import { styleOf, writeTime } from '../page/client/timestamp.ts';

type Style = Parameters<typeof styleText>[0];

const locale = 'en-GB';

/** Colours only on a terminal that shows them. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Formats a Discord message for a terminal: its readers, and its text without Markdown's marks and links. */
export function showMessage(message: Message, where: string): string {
  const lines = [paint(['bold', 'magenta'], where)];
  if (message.onlyFor) lines.push(paint('dim', `only ${message.onlyFor.name} sees this`));
  if (message.content) lines.push(showText(message.content));
  for (const embed of message.embeds) lines.push(...showEmbed(embed));
  lines.push(...message.components.flatMap(showComponent));
  const names = new Map([...(message.channel.guild?.channels.values() ?? [])].map(({ id, name }) => [id, name]));
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `  ${line.replace(/<#(\d+)>/g, (_, id: string) => `#${names.get(id) ?? 'unknown'}`)}`)
    .join('\n');
}

function showEmbed({ title, description, fields, footer }: Json): string[] {
  const lines: string[] = [];
  if (typeof title === 'string') lines.push(paint(['bold', 'cyan'], plain(title)));
  if (typeof description === 'string') lines.push(showText(description));
  for (const { name, value } of jsonsOf(fields))
    lines.push(paint('bold', plain(String(name))), showText(String(value)));
  const { text } = jsonOf(footer);
  if (typeof text === 'string' && text !== '') lines.push(paint('dim', text));
  return lines;
}

/** Formats texts line by line, the buttons of a row on one line, a picture by its description. */
function showComponent({ type, content, components, accessory, items }: Json): string[] {
  if (type === componentTypes.text) return [showText(String(content))];
  if (type === componentTypes.gallery)
    return jsonsOf(items).map(({ description }) =>
      paint('dim', `[picture: ${String(description ?? 'without words')}]`),
    );
  if (type === componentTypes.row) {
    const labels = jsonsOf(components).flatMap(({ label }) => (typeof label === 'string' ? [`[ ${label} ]`] : []));
    return labels.length > 0 ? [paint('dim', labels.join(' '))] : [];
  }
  const { label } = jsonOf(accessory);
  const button = typeof label === 'string' ? [paint('dim', `[ ${label} ]`)] : [];
  return [...jsonsOf(components).flatMap(showComponent), ...button];
}

/** Markdown for a terminal: bold text and headings, dim subtext, times in words. */
function showText(text: string): string {
  return text.split('\n').map(showLine).join('\n');
}

function showLine(line: string): string {
  const [, mark, rest = ''] = /^(#{1,3}|-#) (.*)$/.exec(line) ?? [];
  if (mark === undefined) return plain(line);
  return paint(mark === '-#' ? 'dim' : 'bold', plain(rest));
}

function plain(text: string): string {
  return text
    .replace(/<t:(\d+)(?::(\w))?>/g, (_, seconds: string, style = 'f') => time(Number(seconds) * 1_000, style))
    .replace(/<\/([^:>]+):\d+>/g, '/$1')
    .replace(/<a?:\w+:\d+> ?/g, '')
    .replace(/\[(`[^`]*`)\]\(https?:[^()\s]*\)/g, '$1')
    .replace(/\*\*(.+?)\*\*/g, (_, bold: string) => paint('bold', bold))
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '');
}

/** Formats a time in words as the page does: "3 hours ago". */
function time(atMs: number, style: string): string {
  const isNow = style === 'R' && Math.abs(Date.now() - atMs) < 5_000;
  return isNow ? 'just now' : writeTime(atMs, styleOf(style), Date.now(), locale);
}
