import { UserError } from '../../../src/discord/command/command.ts';
import { ENGLISH } from '../../language/spoken.ts';

/** What a person is told, in English, where something cannot be done; undefined: it can. */
export function refusal(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.say(ENGLISH);
    throw error;
  }
}
