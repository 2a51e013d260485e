import type { Message, User } from '../../../../sandbox/discord/world/entities.ts';
import type { Stage } from './stage.ts';

/** A message to photograph, as the viewer sees it. */
export interface Shot {
  readonly name: string;
  readonly stage: Stage;
  readonly viewer: User;
  readonly message: Message;
  /** The prefix of the custom id of a button whose form is photographed instead of the message. */
  readonly opens?: string;
}

/** A name and a message, with the custom id of a button for its form. */
type Answer = readonly [name: string, message: Message, opens?: string];

/** Produces messages in all languages at once, because changes of the world affect all. */
export interface Scene {
  readonly name: string;
  /** The purposes for which it needs separate users. */
  readonly purposes?: readonly string[];
  play(stages: readonly Stage[]): Promise<readonly Shot[]>;
}

/** A scene that runs commands language by language, and takes each answer under its name. */
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
