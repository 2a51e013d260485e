import { randomUUID } from 'node:crypto';
import type { Actor } from '../discord/people/actor.ts';
import type { Answer } from '../discord/people/answer.ts';
import { Refusal } from '../discord/people/refusal.ts';
import type { Channel, Message, User } from '../discord/world/entities.ts';
import { actorValues } from './actor-values.ts';
import type { MessageBoard } from './message-board.ts';
import { PageError } from './page-error.ts';
import type { Begun, FromServer, PageRequest } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';
import { actOnServers, isServerAct } from './server-acts.ts';
import { actOnWorld, findShops } from './world-acts.ts';
import type { WorldFaults } from './world-faults.ts';

const keptModals = 50;
const modalCallback = 9;
const notResponding = 'The application did not respond.';
const failed = 'This interaction failed.';

/** Executes one visitor's requests. Every failed request throws with a sentence for the visitor. */
export class PageApi {
  readonly #sandbox: Sandbox;
  readonly #board: MessageBoard;
  readonly #faults: WorldFaults;
  readonly #send: (push: FromServer) => void;
  /** Answers that opened a modal, by the id that the page was given for it. */
  readonly #modals = new Map<string, Answer>();

  constructor(sandbox: Sandbox, parts: { board: MessageBoard; faults: WorldFaults; send: (push: FromServer) => void }) {
    this.#sandbox = sandbox;
    this.#board = parts.board;
    this.#faults = parts.faults;
    this.#send = parts.send;
  }

  async answer(ask: PageRequest): Promise<unknown> {
    const sandbox = this.#sandbox;
    switch (ask.kind) {
      case 'commands':
        return this.#actor(ask).commands();
      case 'suggest': {
        const actor = this.#actor(ask);
        const values = actorValues(sandbox, actor, ask.line, ask.values);
        return responded(actor.autocomplete(ask.line, ask.focused, ask.text, values), 'Loading options failed.');
      }
      case 'run': {
        const actor = this.#actor(ask);
        return this.#begun(actor.run(ask.line, actorValues(sandbox, actor, ask.line, ask.values)), notResponding);
      }
      case 'press': {
        const { actor, message } = this.#before(ask);
        return this.#begun(actor.press(message, ask.customId), failed);
      }
      case 'select': {
        const { actor, message } = this.#before(ask);
        return this.#begun(actor.select(message, ask.customId, ask.values), failed);
      }
      case 'submit':
        return this.#submit(ask);
      case 'shops':
        return findShops(sandbox, ask.text);
      case 'world':
        return isServerAct(ask.act)
          ? actOnServers(sandbox, ask.act, this.#send)
          : actOnWorld(sandbox, this.#faults, ask.act);
    }
  }

  async #submit({ personId, modalId, values }: Extract<PageRequest, { kind: 'submit' }>): Promise<Begun> {
    const opened = this.#modals.get(modalId);
    if (opened?.interaction.user.id !== personId) throw new PageError('that form is no longer open');
    const actor = this.#sandbox.discord.as(opened.interaction.user).in(opened.interaction.channel);
    const begun = await this.#begun(await actor.submit(opened, values), 'Something went wrong. Try again.');
    this.#modals.delete(modalId);
    return begun;
  }

  /** Waits for the bot's first answer: a message, a loading one, or a modal. */
  async #begun(answer: Answer, otherwise: string): Promise<Begun> {
    const { type, data } = await responded(answer.callback, otherwise);
    const { original } = answer.interaction;
    if (original?.loading) this.#board.showLoading(original);
    if (type !== modalCallback) return { modal: null, modalId: null };
    const modalId = randomUUID();
    this.#modals.set(modalId, answer);
    for (const oldest of this.#modals.keys()) if (this.#modals.size > keptModals) this.#modals.delete(oldest);
    return { modal: data, modalId };
  }

  #actor({ personId, placeId }: { personId: string; placeId: string }): Actor {
    return this.#sandbox.discord.as(this.#person(personId)).in(this.#place(placeId));
  }

  #before({ personId, messageId }: { personId: string; messageId: string }): { actor: Actor; message: Message } {
    const person = this.#person(personId);
    const message = this.#board.find(person, messageId);
    if (!message) throw new PageError('that message is gone');
    return { actor: this.#sandbox.discord.as(person).in(message.channel), message };
  }

  #person(id: string): User {
    const found = this.#sandbox.people.find(({ user }) => user.id === id);
    if (!found) throw new PageError('there is no such person');
    return found.user;
  }

  #place(id: string): Channel {
    const found = this.#sandbox.places.find((place) => place.id === id);
    if (!found) throw new PageError('there is no such place');
    return found;
  }
}

/**
 * Waits for the bot's answer.
 * @throws PageError with the words of Discord's app if none came in time
 */
async function responded<Value>(answer: Promise<Value>, otherwise: string): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new PageError(otherwise, { cause });
  }
}
