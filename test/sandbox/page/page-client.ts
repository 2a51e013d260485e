import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Begun, FromServer, MessageView, PageRequest, Person, Place } from '../../../sandbox/page/protocol.ts';

type Push = Extract<FromServer, { push: string }>;
type Welcome = Extract<Push, { push: 'welcome' }>;

/** Acts as a page in a browser towards its server. */
export class PageClient {
  readonly pushes: Push[] = [];
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Extract<FromServer, { answer: number }>) => void>();
  readonly #checks = new Set<() => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data))));
  }

  static async arrive(pageUrl: string): Promise<PageClient> {
    const client = new PageClient(new WebSocket(`${pageUrl.replace('http', 'ws')}/live`, { origin: pageUrl }));
    await client.next((push) => push.push === 'welcome');
    return client;
  }

  get welcome(): Welcome {
    const [first] = this.pushes;
    if (first?.push !== 'welcome') throw new Error('not welcomed');
    return first;
  }

  person(role: Person['role']): Person {
    return found(this.welcome.people.find((person) => person.role === role));
  }

  place(name: string): Place {
    return found(this.welcome.places.find((place) => place.name === name));
  }

  dm(person: Person): Place {
    return found(this.welcome.places.find((place) => place.ownerId === person.id));
  }

  /**
   * @returns the value of the answer
   * @throws Error with the message of a failed answer
   */
  async ask<Value>(what: PageRequest | Record<string, unknown>): Promise<Value> {
    const ask = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<Extract<FromServer, { answer: number }>>();
    this.#answers.set(ask, resolve);
    this.#socket.send(JSON.stringify({ ask, what }));
    const answer = await promise;
    if (!answer.ok) throw new Error(answer.error);
    return answer.value as Value;
  }

  /** Types a command and returns the message that answers it. */
  async type(person: Person, place: Place, line: string, values: Record<string, string | number | boolean> = {}) {
    const from = this.pushes.length;
    await this.ask<Begun>({ kind: 'run', personId: person.id, placeId: place.id, line, values });
    return this.message((message) => message.asked?.command === line && !message.loading, from);
  }

  /** Waits for a message or an edit accepted by the predicate, starting at the given push. */
  async message(accepts: (message: MessageView) => boolean, from = 0): Promise<MessageView> {
    const push = await this.next((each) => 'message' in each && accepts(each.message), from);
    if (!('message' in push)) throw new Error('no message');
    return push.message;
  }

  async next(accepts: (push: Push) => boolean, from = 0): Promise<Push> {
    const { promise, resolve } = Promise.withResolvers<Push>();
    const check = () => {
      const match = this.pushes.slice(from).find(accepts);
      if (match) resolve(match);
    };
    this.#checks.add(check);
    check();
    const late = sleep(PATIENCE_MS, null, { ref: false }).then(() => {
      throw new Error(`no such push; the last: ${JSON.stringify(this.pushes.at(-1)).slice(0, 500)}`);
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      this.#checks.delete(check);
    }
  }

  async leave(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #receive(frame: FromServer): void {
    if ('answer' in frame) this.#answers.get(frame.answer)?.(frame);
    else {
      this.pushes.push(frame);
      for (const check of this.#checks) check();
    }
  }
}

export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

/** Returns the custom id of a message's control by its label. */
export function controlOf(message: MessageView, label: string): string {
  const controls = message.components.flatMap(withDescendants);
  return String(found(controls.find((control) => control.label === label)).custom_id);
}
