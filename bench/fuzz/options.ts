import type { Random } from '../../sandbox/economy/random.ts';
import { UserError } from '../../src/discord/command/command.ts';
import { readQuiet } from '../../src/discord/command/read-quiet.ts';
import { CATALOGUES, Languages } from '../../src/language/languages.ts';
import { typedNumber } from '../../src/language/typed-price.ts';
import { MOST_ENCHANTMENTS, parseEnchantments } from '../../src/market/item/enchantments.ts';
import { accepted, REFUSED, type Target, type Verdict } from './target.ts';

const MINUTES_A_DAY = 1_440;
const languages = new Languages();
const tags = Object.keys(CATALOGUES);

/** Texts that people type into command options and forms, each read as a price, as enchantments and as a time. */
export const options: Target = {
  name: 'options',
  sound: (random) => random.pick([price, enchantments, time])(random),
  read(text, random) {
    const verdicts = [asPrice(text, random), asEnchantments(text), asTime(text)];
    const fault = verdicts.find((verdict) => verdict.fault !== null)?.fault ?? null;
    return { accepted: verdicts.some((verdict) => verdict.accepted), fault };
  },
};

const price = (random: Random) => `${random.integer(0, 999_999)}`;
const enchantments = (random: Random) =>
  random.pick(['Sharpness V', 'mending', 'fire aspect=2, sharpness>=5', 'minecraft:unbreaking 3']);
const time = (random: Random) => `${random.integer(0, 23)}:${random.integer(10, 59)}`;

function asPrice(text: string, random: Random): Verdict {
  const value = typedNumber(text, languages.of(random.pick(tags)));
  if (value === null) return REFUSED;
  return accepted(
    !(Number.isFinite(value) && value >= 0 && value < 1e12) && `is the number ${value}`,
    !/^[\d.,\s]+$/.test(text) && 'reads a number that the text does not contain',
  );
}

function asEnchantments(text: string): Verdict {
  const tests = parseEnchantments(text);
  if (typeof tests === 'string') return REFUSED;
  return accepted(
    tests.length > MOST_ENCHANTMENTS && `asks for ${tests.length} enchantments`,
    tests.some(({ level }) => !Number.isSafeInteger(level) || level < 1) && 'asks for a level that cannot be',
    tests.some(({ id }) => !/^[a-z0-9_.:/-]+$/.test(id)) && 'asks for what cannot be an enchantment',
  );
}

function asTime(text: string): Verdict {
  try {
    const quiet = readQuiet({ from: text, to: null, timezone: null }, { from: 0, to: -1, timeZone: 'UTC' }, NAMES);
    const from = quiet?.from ?? -1;
    return accepted(!(Number.isInteger(from) && from >= 0 && from < MINUTES_A_DAY) && `is the minute ${from} of a day`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return accepted(error.say(languages.of('en')).trim() === '' && 'is refused with an empty message').fault === null
      ? REFUSED
      : { accepted: false, fault: 'is refused with an empty message' };
  }
}

const NAMES = { from: 'from', to: 'to', now: 0 };
