import { isJson, type Json } from '../discord/json.ts';
import { PageError } from './page-error.ts';
import type { FileValue, OptionValues } from './protocol.ts';

const mostTextLength = 6_000;

/** Reads a page's message field by field. Every method throws PageError for an invalid field. */
export class Fields {
  readonly #json: Json;

  constructor(value: unknown) {
    if (!isJson(value)) throw new PageError('that is no question');
    this.#json = value;
  }

  text(name: string): string {
    const value = this.#json[name];
    if (typeof value === 'string' && value.length <= mostTextLength) return value;
    throw new PageError(`“${name}” must be a text`);
  }

  flag(name: string): boolean {
    const value = this.#json[name];
    if (typeof value === 'boolean') return value;
    throw new PageError(`“${name}” must be true or false`);
  }

  whole(name: string, least: number, most: number): number {
    const value = this.number(name, least, most);
    if (Number.isInteger(value)) return value;
    throw new PageError(`“${name}” must be a whole number`);
  }

  number(name: string, least: number, most: number): number {
    const value = this.#json[name];
    if (typeof value === 'number' && value >= least && value <= most) return value;
    const [from, to] = [least, most].map((bound) => bound.toLocaleString('en-US'));
    throw new PageError(`“${name}” must be a number from ${from} to ${to}`);
  }

  texts(name: string): string[] {
    const value = this.#json[name];
    if (Array.isArray(value) && value.length <= 25 && value.every((each) => typeof each === 'string')) return value;
    throw new PageError(`“${name}” must be a list of texts`);
  }

  /** Values of a modal's inputs: texts, and lists of the choices in menus. */
  choices(name: string): Record<string, string | string[]> {
    const value = this.#json[name];
    if (!isJson(value)) throw new PageError(`“${name}” must hold values by their names`);
    const inputs = new Fields(value);
    const read = (key: string) => (Array.isArray(value[key]) ? inputs.texts(key) : inputs.text(key));
    return Object.fromEntries(Object.keys(value).map((key) => [key, read(key)]));
  }

  /** Values of a command's options, by name. */
  values(name: string): OptionValues {
    const value = this.#json[name];
    if (!isJson(value)) throw new PageError(`“${name}” must hold values by their names`);
    const read = (key: string, each: unknown) => {
      if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') return each;
      if (isJson(each)) return new Fields(each).file();
      throw new PageError(`“${key}” must be a text, a number, true or false, or a file`);
    };
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, read(key, each)]));
  }

  /** These fields as a file. Only the size of a page's message bounds its bytes. */
  file(): FileValue {
    const { base64 } = this.#json;
    if (typeof base64 !== 'string') throw new PageError('a file must have its bytes');
    return { name: this.text('name'), type: this.text('type'), base64 };
  }

  part(name: string): Fields {
    return new Fields(this.#json[name]);
  }

  /** Null if the field is null. */
  orNull<Value>(name: string, read: (name: string) => Value): Value | null {
    return this.#json[name] === null ? null : read(name);
  }
}
