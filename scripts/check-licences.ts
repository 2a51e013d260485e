/**
 * `npm run licences`: lists the packages that Crier is distributed with, and their licences. Ends with 1 if a licence
 * is not allowed or a package has no reason in ARCHITECTURE.md.
 */
import process from 'node:process';
import { readLicences, withoutReason } from './package-licences.ts';

const packages = readLicences();
const refused = packages.filter(({ isAllowed, runsScript }) => !isAllowed || runsScript);
const print = (line: string) => process.stdout.write(`${line}\n`);
for (const { name, version, licence } of packages) print(`${licence.padEnd(16)} ${name} ${version}`);
for (const { name, licence, runsScript } of refused)
  print(`✗ ${name}: ${runsScript ? 'it has an install script' : `its licence, ${licence}, is not allowed`}`);
for (const name of withoutReason()) print(`✗ ${name}: ARCHITECTURE.md gives no reason for it`);
process.exit(refused.length + withoutReason().length > 0 ? 1 : 0);
