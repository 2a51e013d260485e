import type { Log } from '../../../ports/log.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Person } from '../../../routing/person.ts';
import type { Watch } from '../../../routing/watch.ts';
import { feedSchema, personSchema, watchSchema } from '../../mappers/settings-schemas.ts';
import { RecordForm } from './record-row.ts';

/** How the records of each kind are written and read. */
export interface Forms {
  readonly feeds: RecordForm<Feed>;
  readonly watches: RecordForm<Watch>;
  readonly people: RecordForm<Person>;
}

export function formsOf(log: Log): Forms {
  return {
    feeds: new RecordForm('feeds', feedSchema, log),
    watches: new RecordForm('watches', watchSchema, log),
    people: new RecordForm('people', personSchema, log),
  };
}
