import type { BaseInteraction, Locale } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { lifetime } from '../../time/promise-cache.ts';
import type { PersonSoon } from './person-soon.ts';

/** Another process's change of a language is noticed after this time. */
const KNOWN_FOR_MS = 5_000;
const MOST_KNOWN = 10_000;

/** The languages that users have set with `/me`, which go before those of their clients. */
export class OwnLanguages {
  readonly #personSoon: PersonSoon;
  /** Tags by user id; an empty one if the user has set none. */
  readonly #known: LRUCache<string, string>;
  readonly #clientLocales = new WeakMap<BaseInteraction, Locale>();

  constructor(personSoon: PersonSoon, now: () => number) {
    this.#personSoon = personSoon;
    this.#known = new LRUCache({ max: MOST_KNOWN, ...lifetime(KNOWN_FOR_MS, now) });
  }

  /**
   * Sets the interaction's locale to the language that its user has set, if any. Keeps the client's if the store does
   * not answer in time. Never rejects.
   */
  async apply(interaction: BaseInteraction): Promise<void> {
    this.#clientLocales.set(interaction, interaction.locale);
    const language = await this.#find(interaction.user.id);
    if (language !== '') interaction.locale = language as Locale;
  }

  /** Answers this interaction and the later ones in a language that was saved just now, or in the client's if null. */
  change(interaction: BaseInteraction, language: string | null): void {
    this.#known.set(interaction.user.id, language ?? '');
    interaction.locale = (language as Locale | null) ?? this.#clientLocales.get(interaction) ?? interaction.locale;
  }

  async #find(userId: string): Promise<string> {
    const known = this.#known.get(userId);
    if (known !== undefined) return known;
    const person = await this.#personSoon(userId);
    if (person === undefined) return '';
    const language = person?.language ?? '';
    this.#known.set(userId, language);
    return language;
  }
}
