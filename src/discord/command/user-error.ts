import type { Sentence } from '../../language/language.ts';

/** To whoever used a button, a menu or a command that this Crier does not know. */
export const OLD_BUTTON = 'This button is from an older Crier. Please run the command again.';
export const OLD_COMMAND = 'This command is no longer here; Discord will show the new list in a while.';

/** What a person typed cannot be done. `say`: one sentence for them that says what would do. Nothing was changed. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly say: Sentence;

  constructor(say: Sentence | string) {
    super(typeof say === 'string' ? say : 'What a person typed cannot be done');
    this.say = typeof say === 'string' ? () => say : say;
  }
}
