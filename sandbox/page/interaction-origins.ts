import type { Dispatch } from '../discord/events.ts';
import { type Json, jsonOf, jsonsOf } from '../discord/json.ts';
import { interactionTypes } from '../discord/numbers.ts';
import { withDescendants } from '../discord/rules/component-rules.ts';
import type { Message } from '../discord/world/entities.ts';
import type { World } from '../discord/world/world.ts';
import type { MessageView } from './protocol.ts';

const kept = 10_000;
const subcommandTypes: readonly unknown[] = [1, 2];

/** The command or button that began each interaction. Discord's app shows it above the answer. */
export class InteractionOrigins {
  /** By interaction id. */
  readonly #acts = new Map<string, string>();
  /** By person id: a modal is sent by the person for whom it opened. */
  readonly #lastActs = new Map<string, string>();

  note({ name, data }: Dispatch): void {
    if (name !== 'INTERACTION_CREATE') return;
    const person = String(jsonOf(data.user ?? jsonOf(data.member).user).id);
    const act = actOf(data) ?? this.#lastActs.get(person) ?? '';
    this.#lastActs.set(person, act);
    this.#acts.set(String(data.id), act);
    for (const oldest of this.#acts.keys()) {
      if (this.#acts.size <= kept) return;
      this.#acts.delete(oldest);
    }
  }

  /** Returns null for a message without an interaction. */
  of({ interactionMetadata }: Message, world: World): MessageView['asked'] {
    if (!interactionMetadata) return null;
    const personId = String(jsonOf(interactionMetadata.user).id);
    const command = this.#acts.get(String(interactionMetadata.id)) ?? '';
    return { personId, name: world.users.get(personId)?.name ?? '', command };
  }
}

function actOf({ type, data, message }: Json): string | null {
  const { name, options, custom_id } = jsonOf(data);
  if (type === interactionTypes.command) return `/${[name, ...subcommands(options)].join(' ')}`;
  if (type !== interactionTypes.component) return null;
  const controls = jsonsOf(jsonOf(message).components).flatMap(withDescendants);
  const used = controls.find((control) => control.custom_id === custom_id);
  return String(used?.label ?? used?.placeholder ?? '');
}

function subcommands(options: unknown): string[] {
  const step = jsonsOf(options).find((option) => subcommandTypes.includes(option.type));
  return step ? [String(step.name), ...subcommands(step.options)] : [];
}
