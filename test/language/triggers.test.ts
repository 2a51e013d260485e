import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WATCH_ACTIONS } from '../../commands/watch.ts';
import { CATALOGUES } from '../../src/language/languages.ts';
import { WATCH_TRIGGERS } from '../../src/routing/watch.ts';

/** Checks that the names of triggers agree in choices, `/help` and docs/using.md. */

const using = readFileSync(new URL('../../docs/using.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

function choicesOf(action: string) {
  const options = WATCH_ACTIONS.find(({ name }) => name === action)?.options ?? [];
  const trigger = options.find(({ name }) => name === 'trigger');
  return trigger && 'choices' in trigger ? (trigger.choices ?? []) : [];
}

test.each(['add', 'edit'])('/watch %s offers each trigger by a name that is quoted in docs/using.md', (action) => {
  const choices = choicesOf(action);
  expect(choices.map(({ value }) => value)).toEqual([...WATCH_TRIGGERS]);
  for (const { name } of choices) expect(using).toContain(`*${name}*`);
});

test.each(Object.entries(CATALOGUES))('/help names each trigger as the choices do: %s', (_, texts) => {
  const named = WATCH_TRIGGERS.map((trigger) => texts[`trigger.${trigger}`]);
  for (const name of named) expect(texts['help.watch.more']).toContain(`**${name}**`);
});

test.each(Object.entries(CATALOGUES))('no text for players contains the key of a trigger: %s', (_, texts) => {
  // `sold-out` is also the key of a feed kind.
  const keys = WATCH_TRIGGERS.filter((trigger) => trigger !== 'sold-out').map((trigger) => `\`${trigger}\``);
  const shown = Object.entries(texts).filter(([, text]) => keys.some((key) => text.includes(key)));
  expect(shown).toEqual([]);
});
