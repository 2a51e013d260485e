import type { QuietHours } from './quiet.ts';

/** What a person set for all their watches. `id`: the user's snowflake. `quiet` null: none. */
export interface Person {
  readonly id: string;
  readonly quiet: QuietHours | null;
}
