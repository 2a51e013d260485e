import type { FileValue } from '../protocol.ts';
import { h } from './dom.ts';

const MOST_BYTES = 10 * 1_024 * 1_024;

/** The browser's file chooser, for an option that takes a file. */
export function createFileChooser(on: { chosen(file: FileValue): void; unfit(why: string): void }): HTMLInputElement {
  const input = h('input', { type: 'file', class: 'box-file', 'aria-label': 'Choose a file', 'data-test': 'box-file' });
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    if (file.size > MOST_BYTES) on.unfit('A file may have at most 10 MB.');
    else on.chosen({ name: file.name, type: file.type, base64: await readBase64(file) });
    input.value = '';
  });
  return input;
}

async function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  const dataUrl = await promise;
  return dataUrl.slice(dataUrl.indexOf(',') + 1);
}
