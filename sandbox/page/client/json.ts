import type { Json } from '../protocol.ts';

/** A text field of Discord's JSON. Empty if it is absent or no text. */
export function textOf(json: Json, field: string): string {
  const value = json[field];
  return typeof value === 'string' ? value : '';
}

/** A number field, or null if it is absent. */
export function numberOf(json: Json, field: string): number | null {
  const value = json[field];
  return typeof value === 'number' ? value : null;
}

/** The objects of a list field. */
export function listOf(json: Json, field: string): readonly Json[] {
  const value = json[field];
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** An object field, or null if it is absent. */
export function partOf(json: Json, field: string): Json | null {
  const value = json[field];
  return isJson(value) ? value : null;
}

/** A text in the reader's language (`name_localizations` and so on), or the default text. */
export function localizedOf(json: Json, field: string, locale: string): string {
  const texts = partOf(json, `${field}_localizations`);
  return (texts && textOf(texts, locale)) || textOf(json, field);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
