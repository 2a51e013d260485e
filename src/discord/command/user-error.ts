import type { Sentence } from '../../language/language.ts';

/** Replies to a button, a menu or a command that this Crier does not know. */
export const OLD_BUTTON: Sentence = (language) => language.say('error.old-button');
export const OLD_COMMAND: Sentence = (language) => language.say('error.old-command');

/**
 * A value that a command's option may have meant: a button, which runs the command with it. `name`: players' text,
 * raw.
 */
export interface Guess {
  readonly option: string;
  readonly value: string;
  readonly name: Sentence;
}

/**
 * A person's input that cannot be used; nothing was changed. `say`: one sentence for them that says what would work.
 * `guesses`: what they may have meant, the likeliest first.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly say: Sentence;
  readonly guesses: readonly Guess[];

  constructor(say: Sentence, guesses: readonly Guess[] = []) {
    super('Invalid input of a user');
    this.say = say;
    this.guesses = guesses;
  }
}
