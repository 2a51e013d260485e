import type { Mark, Rule } from './markdown-tree.ts';
import { styleOf } from './timestamp.ts';

const FURTHEST_SECONDS = 8_640_000_000_000;

function pattern(expression: RegExp, read: (match: RegExpExecArray) => Mark | null): Rule {
  return (source) => {
    const match = expression.exec(source);
    const mark = match && read(match);
    return match && mark && { length: match[0].length, marks: [mark] };
  };
}

function readTime(match: RegExpExecArray): Mark | null {
  const seconds = Number(match[1]);
  if (Math.abs(seconds) > FURTHEST_SECONDS) return null;
  return { kind: 'time', at: seconds * 1_000, style: styleOf(match[2] ?? '') };
}

/** Marks in angle brackets, and `@everyone` and `@here`. */
export const MENTION_RULES: readonly Rule[] = [
  pattern(/^<@!?(\d+)>/, (match) => ({ kind: 'user', id: match[1] ?? '' })),
  pattern(/^<@&(\d+)>/, (match) => ({ kind: 'role', id: match[1] ?? '' })),
  pattern(/^<#(\d+)>/, (match) => ({ kind: 'channel', id: match[1] ?? '' })),
  pattern(/^<\/([^:\n>]{1,100}):\d+>/, (match) => ({ kind: 'command', name: `/${match[1]}` })),
  pattern(/^<id:(customize|browse|guide|linked-roles)>/, (match) => ({ kind: 'command', name: match[1] ?? '' })),
  pattern(/^<a?:(\w+):(\d+)>/, (match) => ({ kind: 'emoji', name: match[1] ?? '', id: match[2] ?? '' })),
  pattern(/^<t:(-?\d{1,17})(?::([tTdDfFsSR]))?>/, readTime),
  pattern(/^@(everyone|here)/, (match) => ({ kind: 'everyone', name: match[1] ?? '' })),
];
