import type { Sentence } from '../../language/language.ts';

/** To whoever used a button, a menu or a command that this Crier does not know. */
export const OLD_BUTTON: Sentence = (language) => language.say('error.old-button');
export const OLD_COMMAND: Sentence = (language) => language.say('error.old-command');

/** What a person typed cannot be done. `say`: one sentence for them that says what would do. Nothing was changed. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly say: Sentence;

  constructor(say: Sentence) {
    super('What a person typed cannot be done');
    this.say = say;
  }
}
