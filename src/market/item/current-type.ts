import { RENAMED_TYPES } from './renamed-types.ts';

const FORMER_NAMES = Map.groupBy(RENAMED_TYPES.keys(), (former) => RENAMED_TYPES.get(former) ?? former);
const NO_NAMES: readonly string[] = [];

/**
 * Returns the type's current name in the game: `SCUTE` is TURTLE_SCUTE. Crier reads every item under that name, so a
 * server's upgrade changes no shop, no history and no watch.
 */
export function currentType(type: string): string {
  return RENAMED_TYPES.get(type) ?? type;
}

/**
 * Returns the names that the type had in earlier versions of the game.
 * @param type the current name
 */
export function formerTypes(type: string): readonly string[] {
  return FORMER_NAMES.get(type) ?? NO_NAMES;
}

/**
 * Returns every name of the type, the current one first.
 * @param type any of its names
 */
export function namesOfType(type: string): readonly string[] {
  const current = currentType(type);
  return [current, ...formerTypes(current)];
}
