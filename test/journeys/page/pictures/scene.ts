import type { Message, User } from '../../../../sandbox/discord/world/entities.ts';
import type { Stage } from './stage.ts';

/** A message to be photographed, as the viewer sees it. */
export interface Shot {
  readonly name: string;
  readonly stage: Stage;
  readonly viewer: User;
  readonly message: Message;
  /** The form that a button opens, by the beginning of its custom id, instead of the message itself. */
  readonly opens?: string;
}

/** A name and a message; of a form that a button there opens also the button's. */
type Answer = readonly [name: string, message: Message, opens?: string];

/** Brings messages about, in all languages at once: what changes in the world changes for all. */
export interface Scene {
  readonly name: string;
  /** For whom it needs people of their own. */
  readonly purposes?: readonly string[];
  play(stages: readonly Stage[]): Promise<readonly Shot[]>;
}

/** A scene that asks, language by language, and pictures each answer under its name. */
export function answers(
  name: string,
  viewer: (stage: Stage) => User,
  ask: (stage: Stage, viewer: User) => AsyncIterable<Answer>,
): Scene {
  return {
    name,
    async play(stages) {
      const shots: Shot[] = [];
      for (const stage of stages) {
        for await (const [shot, message, opens] of ask(stage, viewer(stage)))
          shots.push({ name: shot, stage, viewer: viewer(stage), message, ...(opens !== undefined && { opens }) });
      }
      return shots;
    },
  };
}
