import { UserError } from '../../../src/discord/command/command.ts';
import { ENGLISH } from '../../language/spoken.ts';

/** @returns the refusal in English that the user reads, or undefined if the attempt succeeds */
export function refusal(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.say(ENGLISH);
    throw error;
  }
}
