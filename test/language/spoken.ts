import { Languages } from '../../src/language/languages.ts';

/** The languages of a Crier whose commands Discord has not registered yet. */
export const LANGUAGES = new Languages();
export const ENGLISH = LANGUAGES.of('en-US');
export const PSEUDO = LANGUAGES.of('en-XA');
