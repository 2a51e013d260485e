import type { MessageView } from '../protocol.ts';
import { timeElement } from './clock.ts';
import { h } from './dom.ts';
import { embedElement } from './embed.ts';
import { looseFiles } from './file-card.ts';
import { layoutElement } from './layout-elements.ts';
import { markdownElements } from './markdown-elements.ts';
import type { Names } from './names.ts';

/** A visitor's actions on messages. */
export interface MessageActs {
  press(messageId: string, customId: string): void;
  select(messageId: string, customId: string, values: readonly string[]): void;
  dismiss(messageId: string): void;
}

/** Draws a message as Discord shows it. `failure` is the red line below it. */
export function messageElement(
  message: MessageView,
  failure: string | null,
  names: Names,
  acts: MessageActs,
): HTMLElement {
  const files = new Map(message.files.map((file) => [file.url, file]));
  const on = {
    press: (customId: string) => acts.press(message.id, customId),
    select: (customId: string, values: readonly string[]) => acts.select(message.id, customId, values),
  };
  return h(
    'li',
    { class: message.onlyFor ? 'message is-private' : 'message', 'data-test': 'message', 'data-id': message.id },
    askedElement(message),
    avatar(message.author.name, message.author.isBot),
    h(
      'div',
      { class: 'message-body' },
      headElement(message),
      message.loading && h('p', { class: 'thinking', 'data-test': 'thinking' }, `${message.author.name} is thinking…`),
      message.content !== '' &&
        h(
          'div',
          { class: 'content', 'data-test': 'content' },
          ...markdownElements(message.content, names),
          editedMark(message),
        ),
      ...message.embeds.map((embed) => embedElement(embed, files, names)),
      ...looseFiles(files),
      ...message.components.map((component) => layoutElement(component, { files, names, on })),
      message.content === '' && message.editedAt !== null && !message.loading && h('div', {}, editedMark(message)),
      failure !== null && h('p', { class: 'failure', role: 'alert' }, failure),
      message.onlyFor !== null && privateElement(() => acts.dismiss(message.id)),
    ),
  );
}

export function avatar(name: string, isBot: boolean): HTMLElement {
  return h(
    'span',
    { class: isBot ? 'avatar is-bot' : 'avatar', 'aria-hidden': 'true' },
    name.slice(0, 1).toUpperCase(),
  );
}

function askedElement({ asked }: MessageView): HTMLElement | null {
  if (!asked) return null;
  const verb = asked.command.startsWith('/') ? ' used ' : ' pressed ';
  return h(
    'div',
    { class: 'asked' },
    h('b', {}, asked.name),
    verb,
    h('span', { class: 'asked-command' }, asked.command),
  );
}

function headElement(message: MessageView): HTMLElement {
  return h(
    'div',
    { class: 'message-head' },
    h('b', { class: 'author' }, message.author.name),
    message.author.isBot && h('span', { class: 'tag' }, 'APP'),
    timeElement(message.createdAt, 't', 'plain-time'),
  );
}

function editedMark(message: MessageView): HTMLElement | null {
  return message.editedAt === null ? null : h('span', { class: 'edited' }, ' (edited)');
}

function privateElement(dismiss: () => void): HTMLElement {
  const button = h('button', { type: 'button', class: 'link-button', onclick: dismiss }, 'Dismiss message');
  return h('p', { class: 'private-note' }, 'Only you can see this · ', button);
}
