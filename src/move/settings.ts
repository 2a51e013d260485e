import type { Log } from '../ports/log.ts';
import type { SettingsForm } from '../storage/mappers/settings-records.ts';
import { formsOf } from '../storage/mappers/settings-records.ts';
import { FEED_COLUMNS, feedValues, WATCH_COLUMNS, watchValues } from '../storage/postgres/settings/columns.ts';
import { readText } from '../storage/postgres/text.ts';

/** Columns that are told of what is read of a row. */
export interface Told {
  /** PostgreSQL's types, by the columns' names. */
  readonly types: Readonly<Record<string, string>>;
  /** Their values; null: the row cannot be read. `before`: how many rows came before. */
  of(read: readonly unknown[], before: number): readonly unknown[] | null;
  /** Their values where the row cannot be read: it is carried over all the same, and found by its id alone. */
  readonly ofUnread: readonly unknown[];
}

/** Who moves says himself what cannot be read. */
const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
const FORMS = formsOf(SILENT);

const UNREAD: Readonly<Record<string, unknown>> = { text: '', float8: 0, boolean: false, bigint: 0 };

export const FEEDS = toldBy(FORMS.feeds, FEED_COLUMNS, feedValues);
export const WATCHES = toldBy(FORMS.watches, WATCH_COLUMNS, watchValues);
export const PEOPLE = toldBy(FORMS.people, {}, () => []);

function toldBy<T extends { readonly id: string }>(
  form: SettingsForm<T>,
  types: Readonly<Record<string, string>>,
  valuesOf: (record: T) => readonly unknown[],
): Told {
  return {
    types,
    of([id, record]) {
      const [read] = form.readAll([{ id: readText(String(id)), record: String(record) }]);
      return read === undefined ? null : valuesOf(read);
    },
    ofUnread: Object.values(types).map((type) => UNREAD[type]),
  };
}
