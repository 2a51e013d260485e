/** A JSON object whose fields are still to be looked at. */
export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, an empty one where it is none. */
export function jsonOf(value: unknown): Json {
  return isJson(value) ? value : {};
}

/** The objects of a list; nothing where it is no list. */
export function jsonsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
