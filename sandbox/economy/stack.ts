import { displayNameOf } from './catalogue.ts';
import type { Item } from './domain.ts';
import { type Components, type Tag, writeSnbt } from './snbt.ts';

/** Items of one kind in a hand or a slot, before they are written. */
export interface Stack {
  readonly type: string;
  readonly count: number;
  readonly components: Components;
  /** The display name. The default is that of the type. */
  readonly name?: string;
  /** Contents of a type that holds items. Null is an empty slot. */
  readonly slots?: readonly (Stack | null)[];
}

/** Returns the stack as the service gets it from the game. A stack that fills several slots is written once. */
export function itemOf(stack: Stack): Item {
  const { stream: snbt, list: listedSnbt } = writeSnbt(componentsOf(stack));
  const written = new Map<Stack, Item>();
  const slotOf = (slot: Stack): Item => {
    const item = written.get(slot) ?? itemOf(slot);
    written.set(slot, item);
    return item;
  };
  return {
    type: stack.type,
    quantity: stack.count,
    name: stack.name ?? displayNameOf(stack.type),
    snbt,
    ...(listedSnbt !== snbt && { listedSnbt }),
    ...(stack.slots && { childItems: stack.slots.map((slot) => slot && slotOf(slot)) }),
  };
}

/** Returns the components of a stack, with those of its contents. */
function componentsOf({ type, components, slots = [] }: Stack): Components {
  if (slots.every((slot) => slot === null)) return components;
  if (type.endsWith('BUNDLE'))
    return { ...components, 'minecraft:bundle_contents': slots.flatMap((slot) => (slot ? [nested(slot)] : [])) };
  const container = slots.flatMap((stack, slot) => (stack ? [{ item: nested(stack), slot }] : []));
  return { ...components, 'minecraft:container': container };
}

function nested(stack: Stack): { readonly [key: string]: Tag | undefined } {
  const components = componentsOf(stack);
  return {
    components: Object.keys(components).length > 0 ? components : undefined,
    count: stack.count,
    id: `minecraft:${stack.type.toLowerCase()}`,
  };
}
