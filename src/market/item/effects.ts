import { withoutNamespace } from './enchantment-id.ts';
import { isCompound, isList, type Snbt, type SnbtCompound } from './snbt.ts';

/** Effects by the numbers that the game used before 1.20.2, from 1 on. */
const NUMBERED = (
  'speed slowness haste mining_fatigue strength instant_health instant_damage jump_boost nausea regeneration ' +
  'resistance fire_resistance water_breathing invisibility blindness night_vision hunger weakness poison wither ' +
  'health_boost absorption saturation glowing levitation luck unluck slow_falling conduit_power dolphins_grace ' +
  'bad_omen hero_of_the_village darkness'
).split(' ');

/** An effect of a potion or a stew. `level` counts from 1; `ticks` are twentieths of a second, -1 without end. */
export interface Effect {
  readonly id: string;
  readonly level: number;
  readonly ticks: number;
}

/** Reads a list of effects in any version's form, sorted by id; entries that name no effect are left out. */
export function effectsIn(value: Snbt | undefined): readonly Effect[] {
  if (!isList(value)) return [];
  return value
    .filter(isCompound)
    .flatMap((entry) => effectOf(entry) ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
}

function effectOf(entry: SnbtCompound): Effect | null {
  const first = (...names: string[]) => names.map((name) => entry.get(name)).find((value) => value !== undefined);
  const written = first('id', 'Id', 'EffectId');
  const id = typeof written === 'number' ? NUMBERED[written - 1] : typeof written === 'string' ? written : undefined;
  if (id === undefined || id === '') return null;
  const whole = (value: Snbt | undefined) => (Number.isSafeInteger(value) ? Number(value) : 0);
  return {
    id: withoutNamespace(id),
    level: whole(first('amplifier', 'Amplifier')) + 1,
    ticks: whole(first('duration', 'Duration', 'EffectDuration')),
  };
}
