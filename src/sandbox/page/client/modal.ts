import type { Begun, Json } from '../protocol.ts';
import { type Connection, sentenceOf } from './connection.ts';
import { fill, h } from './dom.ts';
import { listOf, numberOf, partOf, textOf } from './json.ts';

const PARAGRAPH = 2;
const TEXT_INPUT = 4;

/** A modal of the bot as a dialog; what is typed is sent back, a failure stands in it. */
export function createModal(dialog: HTMLDialogElement, connection: Connection, personId: () => string) {
  async function send(modalId: string, form: HTMLFormElement, failure: HTMLElement): Promise<void> {
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    try {
      await connection.ask({ kind: 'submit', personId: personId(), modalId, values });
      dialog.close();
    } catch (error) {
      failure.textContent = sentenceOf(error);
    }
  }

  return {
    /** Shows the modal that an answer opened, if it did. */
    show({ modal, modalId }: Begun): void {
      if (modal === null || modalId === null) return;
      const failure = h('p', { class: 'failure', role: 'alert' });
      const form = h(
        'form',
        { method: 'dialog' },
        h('h2', {}, textOf(modal, 'title')),
        ...inputsOf(modal).map(inputElement),
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
        void send(modalId, form, failure);
      });
      fill(dialog, form);
      dialog.showModal();
      form.querySelector<HTMLInputElement>('input, textarea')?.select();
    },
  };
}

/** Text inputs stand in rows, or in labels of their own. */
function inputsOf(modal: Json): readonly Json[] {
  return listOf(modal, 'components').flatMap((row) => {
    const labelled = partOf(row, 'component');
    if (labelled) return [{ ...labelled, label: textOf(row, 'label') }];
    return listOf(row, 'components').filter(({ type }) => type === TEXT_INPUT);
  });
}

function inputElement(input: Json): HTMLElement {
  const attributes = {
    name: textOf(input, 'custom_id'),
    placeholder: textOf(input, 'placeholder'),
    required: input.required !== false,
    maxlength: numberOf(input, 'max_length'),
    autocomplete: 'off',
  };
  const value = textOf(input, 'value');
  const field =
    input.style === PARAGRAPH ? h('textarea', attributes, value) : h('input', { ...attributes, type: 'text', value });
  return h('label', {}, textOf(input, 'label'), field);
}
