import { apiError } from './api-error.ts';
import type { Events } from './events.ts';
import type { Json } from './json.ts';
import { commandTypes, errorCodes } from './numbers.ts';
import { checkCommands, checkOneCommand } from './rules/command-rules.ts';
import type { Snowflakes } from './snowflake.ts';

/** A registered command as Discord returns it, with the fields of its definition. */
export interface Command extends Json {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly guild_id?: string;
  readonly options?: Json[];
}

type Scope = string | null;

/** The application's commands. Global commands have the scope null, others the id of their guild. */
export class Commands {
  readonly #byScope = new Map<Scope, Command[]>();
  readonly #ids: Snowflakes;
  readonly #events: Events;
  readonly #applicationId: string;

  constructor(ids: Snowflakes, events: Events, applicationId: string) {
    this.#ids = ids;
    this.#events = events;
    this.#applicationId = applicationId;
  }

  list(scope: Scope): readonly Command[] {
    return this.#byScope.get(scope) ?? [];
  }

  /**
   * Lists the commands available in a guild, the guild's own first, or those for direct messages if no guild is given.
   */
  availableIn(guildId: string | null): readonly Command[] {
    return guildId === null ? this.list(null) : [...this.list(guildId), ...this.list(null)];
  }

  /** Replaces all commands of a scope. A command that keeps its name keeps its id. */
  overwrite(scope: Scope, body: unknown): readonly Command[] {
    return this.#set(
      scope,
      checkCommands(body).map((definition) => this.#complete(scope, definition)),
    );
  }

  /** Adds a command or replaces the one of the same name. */
  upsert(scope: Scope, body: Json): { command: Command; isNew: boolean } {
    checkOneCommand(body);
    const command = this.#complete(scope, body);
    const others = this.list(scope).filter((each) => each.id !== command.id);
    checkCommands([...others, body]);
    const isNew = others.length === this.list(scope).length;
    this.#set(scope, [...others, command]);
    return { command, isNew };
  }

  find(scope: Scope, id: string): Command {
    const command = this.list(scope).find((each) => each.id === id);
    if (!command) throw apiError(errorCodes.unknownApplicationCommand);
    return command;
  }

  edit(scope: Scope, id: string, body: Json): Command {
    const edited = { ...this.find(scope, id), ...body, id };
    checkOneCommand(edited);
    this.#set(
      scope,
      this.list(scope).map((each) => (each.id === id ? edited : each)),
    );
    return edited;
  }

  remove(scope: Scope, id: string): void {
    const gone = this.find(scope, id);
    this.#set(
      scope,
      this.list(scope).filter((each) => each !== gone),
    );
  }

  #set(scope: Scope, commands: Command[]): readonly Command[] {
    this.#byScope.set(scope, commands);
    this.#events.emit('commands', { guildId: scope });
    return commands;
  }

  #complete(scope: Scope, definition: Json): Command {
    const type = Number(definition.type ?? commandTypes.chatInput);
    const before = this.list(scope).find((each) => each.name === definition.name && each.type === type);
    return {
      description: '',
      name_localizations: null,
      description_localizations: null,
      default_member_permissions: null,
      dm_permission: scope === null,
      nsfw: false,
      ...definition,
      id: before?.id ?? this.#ids.next(),
      application_id: this.#applicationId,
      version: this.#ids.next(),
      type,
      name: String(definition.name),
      ...(scope === null
        ? { integration_types: definition.integration_types ?? [0], contexts: definition.contexts ?? null }
        : { guild_id: scope }),
    };
  }
}
