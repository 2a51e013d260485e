import { apiError } from '../api-error.ts';
import type { Json } from '../json.ts';
import { errorCodes } from '../numbers.ts';

export type Path = readonly (string | number)[];

export interface Bounds {
  readonly min?: number;
  readonly max: number;
  /** True by default. */
  readonly required?: boolean;
}

/** Collects the errors of a body in the tree of Discord's "Invalid Form Body". */
export class Problems {
  readonly #tree: Json = {};
  #count = 0;

  add(path: Path, code: string, message: string): void {
    let node = this.#tree;
    for (const step of path) {
      node[step] ??= {};
      node = node[step] as Json;
    }
    node._errors ??= [];
    (node._errors as Json[]).push({ code, message });
    this.#count += 1;
  }

  /** @throws ApiError with all collected errors */
  throwIfAny(): void {
    if (this.#count > 0) throw apiError(errorCodes.invalidFormBody, this.#tree);
  }

  missing(path: Path): void {
    this.add(path, 'BASE_TYPE_REQUIRED', 'This field is required');
  }

  /**
   * Checks the length of a text in UTF-16 units, which is never more lenient than Discord. Broken surrogate pairs are
   * refused, and blank texts count as empty because Discord trims them.
   * @returns the text, or undefined if it is absent or invalid
   */
  text(path: Path, value: unknown, { min = 1, max, required = true }: Bounds): string | undefined {
    const isBlank = typeof value === 'string' && value.trim() === '' && min > 0;
    if (value === undefined || value === null || (isBlank && required)) {
      if (required) this.missing(path);
      return undefined;
    }
    if (typeof value !== 'string') this.add(path, 'STRING_TYPE_CONVERT', 'Could not interpret value as string.');
    else if (!value.isWellFormed()) this.add(path, 'STRING_TYPE_CONVERT', 'Not a well-formed Unicode string.');
    else if (value.length > max || value.length < min) this.badLength(path, { min, max });
    else return value;
    return undefined;
  }

  /**
   * Checks the length of a list.
   * @returns the list, or an empty one if it is absent or invalid
   */
  list(path: Path, value: unknown, { min = 0, max, required = false }: Bounds): unknown[] {
    if (value === undefined || value === null) {
      if (required) this.missing(path);
      return [];
    }
    if (!Array.isArray(value)) {
      this.add(path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
      return [];
    }
    if (value.length < min || value.length > max) this.badLength(path, { min, max });
    return value;
  }

  /** Checks an optional boolean. */
  flag(path: Path, value: unknown): void {
    if (value === undefined || value === null || typeof value === 'boolean') return;
    this.add(path, 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.');
  }

  /** @returns the integer, or undefined if it is absent or out of bounds */
  integer(path: Path, value: unknown, { min = 0, max, required = true }: Bounds): number | undefined {
    if (value === undefined || value === null) {
      if (required) this.missing(path);
      return undefined;
    }
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      this.add(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not int.`);
    } else if (value < min || value > max) {
      this.add(path, 'NUMBER_TYPE_RANGE', `int value should be between ${min} and ${max}.`);
    } else return value;
    return undefined;
  }

  /**
   * Checks a URL (http, https, and `attachment://` where allowed).
   * @returns the URL, or undefined if it is absent or invalid
   */
  url(path: Path, value: unknown, schemes: readonly string[] = ['http:', 'https:']): string | undefined {
    if (value === undefined || value === null) return undefined;
    const scheme = typeof value === 'string' && URL.canParse(value) ? new URL(value).protocol : '';
    if (schemes.includes(scheme)) return value as string;
    const among = schemes.map((each) => `'${each.slice(0, -1)}'`).join(', ');
    this.add(path, 'URL_TYPE_INVALID_SCHEME', `Scheme "${scheme}" is not supported. Scheme must be one of (${among}).`);
    return undefined;
  }

  badLength(path: Path, { min = 0, max }: Bounds): void {
    if (min > 0) this.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
    else this.add(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
  }

  badChoice(path: Path, allowed: readonly (string | number)[]): void {
    this.add(path, 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
  }
}
