import type { Language } from '../../../language/language.ts';
import type { Cause } from '../../../routing/notice.ts';
import { COLOURS } from '../layout/layout.ts';
import { stamp } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';

/** To every channel and person, after a backup was restored. */
export function formatRestored({ from, at }: Extract<Cause, { kind: 'restored' }>, language: Language): AlertBody {
  const content = language.say('alert.restored');
  const description = language.say('alert.restored-why', { from: stamp(from, 'f'), until: stamp(at, 'f') });
  return {
    message: { content, embeds: [{ description, color: COLOURS.warning }] },
    plain: `${content}\n${description}`,
  };
}
