import type { Sentence } from '../../language/language.ts';

/** To whoever used a button, a menu or a command that this Crier does not know. */
export const OLD_BUTTON: Sentence = (language) => language.say('error.old-button');
export const OLD_COMMAND: Sentence = (language) => language.say('error.old-command');

/** What may have been meant by a command's option, the likeliest first: a button each, which runs the command with that value. */
export interface Guesses {
  readonly option: string;
  readonly values: readonly { readonly value: string; readonly name: Sentence }[];
}

/**
 * A person's input that cannot be used; nothing was changed. `say`: one sentence for them that says what would work. `guesses`: what
 * they may have meant, if anything.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly say: Sentence;
  readonly guesses: Guesses | null;

  constructor(say: Sentence, guesses: Guesses | null = null) {
    super('What a person typed cannot be done');
    this.say = say;
    this.guesses = guesses;
  }
}
