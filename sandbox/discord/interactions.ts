import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type ApiError, apiError } from './api-error.ts';
import type { Clock } from './clock.ts';
import type { Events } from './events.ts';
import type { Json } from './json.ts';
import { errorCodes, interactionTypes } from './numbers.ts';
import type { Snowflakes } from './snowflake.ts';
import type { Channel, Message, User } from './world/entities.ts';

const firstAnswerMs = 3_000;
const tokenLifeMs = 15 * 60_000;

/** The bot's first response to an interaction. */
export interface Callback {
  /** One of Discord's callback types. */
  readonly type: number;
  readonly data: Json;
  readonly afterMs: number;
}

export interface InteractionPlan {
  readonly kind: keyof typeof interactionTypes;
  readonly user: User;
  readonly channel: Channel;
  /** The message whose component was used; for a modal, the message it was opened from. */
  readonly source: Message | null;
  /** Maximum number of follow-ups; 5 where the app is only installed to the user. */
  readonly followUpLimit: number;
  readonly owners: Json;
  /** All other fields that Discord sends to the bot. */
  readonly payload: Json;
  /** Describes the user's action in error messages: `/shop`, `the button "stop"`. */
  readonly act: string;
  /** For autocomplete: the definition of the focused option. */
  readonly focused?: Json | undefined;
}

export interface Interaction extends InteractionPlan {
  readonly id: string;
  readonly token: string;
  readonly createdAtMs: number;
  callback: Callback | null;
  /** True once 3 s have passed without a first response. */
  isLate: boolean;
  /** The error of the bot's last response that Discord refused. */
  refused: ApiError | null;
  /** The reply (`@original`): the new message, or the message that carries the used component. */
  original: Message | null;
  readonly followUps: Message[];
  /** Emits the bot's responses and the expiry. */
  readonly progress: EventEmitter<{ callback: [Callback]; late: []; reply: [Message]; followUp: [Message] }>;
}

/** The open interactions. The first response is due within 3 s, and the token expires after 15 minutes. */
export class Interactions {
  readonly #byToken = new Map<string, Interaction>();
  readonly #clock: Clock;
  readonly #ids: Snowflakes;
  readonly #events: Events;

  constructor(clock: Clock, ids: Snowflakes, events: Events) {
    this.#clock = clock;
    this.#ids = ids;
    this.#events = events;
  }

  /** Opens an interaction and dispatches it to the bot. */
  open(plan: InteractionPlan): Interaction {
    this.#forgetExpired();
    const interaction: Interaction = {
      ...plan,
      id: this.#ids.next(),
      token: randomBytes(48).toString('base64url'),
      createdAtMs: this.#clock.now(),
      callback: null,
      isLate: false,
      refused: null,
      original: null,
      followUps: [],
      progress: new EventEmitter(),
    };
    this.#byToken.set(interaction.token, interaction);
    const answered = this.#clock.afterIdle(firstAnswerMs, () => {
      interaction.isLate = true;
      interaction.progress.emit('late');
    });
    interaction.progress.once('callback', answered);
    const { id, token } = interaction;
    const data = { ...plan.payload, id, token, type: interactionTypes[plan.kind], version: 1 };
    this.#events.emit('dispatch', { name: 'INTERACTION_CREATE', data, intents: 0 });
    return interaction;
  }

  /**
   * @returns the interaction that awaits its first response
   * @throws ApiError if it is unknown, older than 3 s or already answered
   */
  awaitingCallback(id: string, token: string): Interaction {
    const interaction = this.#byToken.get(token);
    if (interaction?.id !== id) throw apiError(errorCodes.unknownInteraction);
    if (interaction.callback) throw apiError(errorCodes.interactionAlreadyAcknowledged);
    if (interaction.isLate) throw apiError(errorCodes.unknownInteraction);
    return interaction;
  }

  acknowledge(interaction: Interaction, answer: { type: number; data: Json }): void {
    interaction.callback = { ...answer, afterMs: this.#ageMs(interaction) };
    interaction.progress.emit('callback', interaction.callback);
  }

  /**
   * @returns the interaction of a webhook token
   * @throws ApiError if the token is unknown or expired (15 minutes), or before the first response
   */
  byWebhook(token: string): Interaction {
    const interaction = this.#byToken.get(token);
    if (!interaction || this.#ageMs(interaction) > tokenLifeMs) throw apiError(errorCodes.invalidWebhookToken);
    if (!interaction.callback) throw apiError(errorCodes.unknownWebhook);
    return interaction;
  }

  /** Returns the `interaction_metadata` of the interaction's messages. */
  metadata(interaction: Interaction, user: Json): Json {
    return {
      id: interaction.id,
      type: interactionTypes[interaction.kind],
      user,
      authorizing_integration_owners: interaction.owners,
      ...(interaction.source && { interacted_message_id: interaction.source.id }),
    };
  }

  #forgetExpired(): void {
    for (const [token, interaction] of this.#byToken) {
      if (this.#ageMs(interaction) <= tokenLifeMs) return; // sorted by age: all later ones are younger
      this.#byToken.delete(token);
    }
  }

  #ageMs(interaction: Interaction): number {
    return this.#clock.now() - interaction.createdAtMs;
  }
}
