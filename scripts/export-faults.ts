/** Writes `docs/faults.md` anew: `npm run faults`. */
import { writeFileSync } from 'node:fs';
import { FAULTS_FILE, faultsTable } from './faults-table.ts';

writeFileSync(FAULTS_FILE, faultsTable());
