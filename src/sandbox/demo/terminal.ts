import { styleText } from 'node:util';
import { type Json, jsonsOf } from '../discord/json.ts';
import { textOf, withDescendants } from '../discord/rules/component-rules.ts';
import type { Message } from '../discord/world/entities.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours only where there is a terminal that shows them. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** A message of Discord in a terminal: who may read it, and its text without the marks of markdown. */
export function showMessage(message: Message, where: string): string {
  const lines = [paint(['bold', 'magenta'], where)];
  if (message.onlyFor) lines.push(paint('dim', `only ${message.onlyFor.name} sees this`));
  if (message.content) lines.push(showText(message.content));
  for (const embed of message.embeds) lines.push(...showEmbed(embed));
  const components = message.components.flatMap(withDescendants);
  lines.push(...components.map(textOf).filter(Boolean).map(showText));
  const labels = components.filter(({ label }) => typeof label === 'string').map(({ label }) => `[ ${label} ]`);
  if (labels.length > 0) lines.push(paint('dim', labels.join(' ')));
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `  ${line}`)
    .join('\n');
}

function showEmbed({ title, description, fields, footer }: Json): string[] {
  const lines: string[] = [];
  if (typeof title === 'string') lines.push(paint(['bold', 'cyan'], plain(title)));
  if (typeof description === 'string') lines.push(showText(description));
  for (const { name, value } of jsonsOf(fields))
    lines.push(paint('bold', plain(String(name))), showText(String(value)));
  const text = footer !== null && typeof footer === 'object' && 'text' in footer ? String(footer.text) : '';
  if (text) lines.push(paint('dim', text));
  return lines;
}

/** Markdown as a terminal can show it: bold, subtext dim, times in words, commands as typed, no custom emojis. */
function showText(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('-# ') ? paint('dim', plain(line.slice(3))) : plain(line)))
    .join('\n');
}

function plain(text: string): string {
  return text
    .replace(/<t:(\d+):(\w)>/g, (_, seconds: string, style: string) => time(Number(seconds) * 1000, style))
    .replace(/<(\/[^:>]+):\d+>/g, '$1')
    .replace(/<a?:\w+:\d+> ?/g, '')
    .replace(/\*\*(.+?)\*\*/g, (_, bold: string) => paint('bold', bold))
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '');
}

function time(atMs: number, style: string): string {
  if (style !== 'R') return new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const seconds = Math.round((Date.now() - atMs) / 1000);
  if (Math.abs(seconds) < 5) return 'now';
  return seconds > 0 ? `${seconds} s ago` : `in ${-seconds} s`;
}
