import type { Begun } from '../protocol.ts';
import { type Connection, sentenceOf } from './connection.ts';
import { fill, h } from './dom.ts';
import { listOf, textOf } from './json.ts';
import { type Given, modalPart } from './modal-parts.ts';
import { namesIn } from './names.ts';
import type { View } from './view.ts';

/** Shows the bot's modal as a dialog, and sends its values back. A failure shows in it. */
export function createModal(dialog: HTMLDialogElement, connection: Connection, view: () => View) {
  async function send(modalId: string, values: Given, failure: HTMLElement): Promise<void> {
    try {
      await connection.ask({ kind: 'submit', personId: view().personId, modalId, values });
      dialog.close();
    } catch (error) {
      failure.textContent = sentenceOf(error);
    }
  }

  return {
    /** Shows the modal of an answer, if it opened one. */
    show({ modal, modalId }: Begun): void {
      if (modal === null || modalId === null) return;
      const failure = h('p', { class: 'failure', role: 'alert' });
      const chosen: Record<string, readonly string[]> = {};
      const choose = (customId: string, values: readonly string[]) => {
        chosen[customId] = values;
      };
      const names = namesIn(view());
      const form = h(
        'form',
        { method: 'dialog' },
        h('h2', {}, textOf(modal, 'title')),
        ...listOf(modal, 'components').flatMap((part) => modalPart(part, names, choose)),
        failure,
        h(
          'div',
          { class: 'modal-buttons' },
          h('button', { type: 'button', class: 'button is-secondary', onclick: () => dialog.close() }, 'Cancel'),
          h('button', { type: 'submit', class: 'button is-primary', 'data-test': 'submit' }, 'Submit'),
        ),
      );
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
        void send(modalId, { ...Object.fromEntries(typed), ...chosen }, failure);
      });
      fill(dialog, form);
      dialog.showModal();
      form.querySelector<HTMLInputElement>('input[type="text"], textarea')?.select();
    },
  };
}
