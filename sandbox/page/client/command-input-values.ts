import type { Option } from './command-lines.ts';

export type Read =
  | { readonly ok: true; readonly value: string | number }
  | { readonly ok: false; readonly error: string };

/** Parses a typed text as an option's value, with the checks of Discord's client. */
export function readValue(option: Option, text: string): Read {
  if (option.type === 'integer' || option.type === 'number') return readNumber(option, text.trim());
  if (option.type !== 'text' || option.choices.length > 0)
    return { ok: false, error: `Pick one of the choices for "${option.name}".` };
  if (option.max !== null && text.length > option.max)
    return { ok: false, error: `"${option.name}" must be ${option.max} characters or fewer.` };
  if (option.min !== null && text.length < option.min)
    return { ok: false, error: `"${option.name}" must be ${option.min} characters or more.` };
  return { ok: true, value: text };
}

function readNumber(option: Option, text: string): Read {
  const value = Number(text);
  const isRight = option.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  const kind = option.type === 'integer' ? 'a whole number' : 'a number';
  if (text === '' || !isRight) return { ok: false, error: `"${option.name}" must be ${kind}.` };
  if (option.min !== null && value < option.min)
    return { ok: false, error: `"${option.name}" must be ${option.min} or more.` };
  if (option.max !== null && value > option.max)
    return { ok: false, error: `"${option.name}" must be ${option.max} or less.` };
  return { ok: true, value };
}
