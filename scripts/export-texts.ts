/** Writes `src/language/texts/en.json` anew, for whoever translates: `npm run texts`. */
import { writeFileSync } from 'node:fs';
import { ENGLISH_FILE, englishJson } from './english-json.ts';

writeFileSync(ENGLISH_FILE, englishJson());
