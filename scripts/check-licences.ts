/** `npm run licences`: what Crier is handed on with, and under which licence; ends with 1 where one is not allowed or has no reason. */
import process from 'node:process';
import { readLicences, withoutReason } from './package-licences.ts';

const packages = readLicences();
const refused = packages.filter(({ isAllowed, runsScript }) => !isAllowed || runsScript);
const say = (line: string) => process.stdout.write(`${line}\n`);
for (const { name, version, licence } of packages) say(`${licence.padEnd(16)} ${name} ${version}`);
for (const { name, licence, runsScript } of refused)
  say(`✗ ${name}: ${runsScript ? 'npm runs a script of it' : `its licence, ${licence}, is not among those allowed`}`);
for (const name of withoutReason()) say(`✗ ${name}: ARCHITECTURE.md does not say why`);
process.exit(refused.length + withoutReason().length > 0 ? 1 : 0);
