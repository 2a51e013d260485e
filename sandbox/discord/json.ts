/** A JSON object with unchecked fields. */
export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function jsonOf(value: unknown): Json {
  return isJson(value) ? value : {};
}

/** Returns the objects of a list, or an empty list if the value is no list. */
export function jsonsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
