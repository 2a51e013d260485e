/**
 * A job and its target cost. `before`: the cost in 0.3.0, on the machine that set the goals. `isRate`: higher is
 * better.
 */
export interface Goal {
  readonly id: string;
  readonly job: string;
  readonly unit: string;
  readonly before: string;
  readonly goal: string;
  readonly isRate?: boolean;
}

/** `× parse`: CPU as a ratio to the main thread's time for JSON.parse of the same body. */
const PARSES = '× parse';

export const GOALS: readonly Goal[] = [
  {
    id: 'refresh-100000',
    job: 'refresh, 0.5 % changed: read, index, difference, saving; 100,000 shops',
    unit: PARSES,
    before: 'about 5',
    goal: '1.0',
  },
  {
    id: 'process-cpu-100000',
    job: 'the same refresh, 100,000 shops, CPU of the whole bot',
    unit: PARSES,
    before: '7-11',
    goal: '1.5',
  },
  { id: 'all-changed-100000', job: 'refresh, 100 % changed, 100,000 shops', unit: PARSES, before: '5', goal: '2.5' },
  { id: 'first-100000', job: 'first snapshot, 100,000 shops', unit: PARSES, before: '5', goal: '2.2' },
  {
    id: 'stall-100000',
    job: 'longest stall of a refresh, 0.5 % changed, journalled; 100,000 shops',
    unit: 'ms',
    before: '13-22',
    goal: '8',
  },
  { id: 'stretch-100000', job: 'longest stretch of CPU in any refresh', unit: 'ms', before: '', goal: '8' },
  {
    id: 'resident-100000',
    job: 'resident memory after 30 refreshes, 100,000 shops, 10,000 watches',
    unit: 'MB',
    before: '295',
    goal: '180, flat',
  },
  { id: 'resident-4600', job: 'the same, 4,600 shops, 100 watches', unit: 'MB', before: '', goal: '130' },
  { id: 'kept-100000', job: 'memory per shop, 100,000 shops', unit: 'bytes', before: '510', goal: '250' },
  { id: 'autocomplete', job: 'autocomplete in memory, 500,000 shops, p99', unit: 'ms', before: '37', goal: '2' },
  { id: 'shop-by-filter', job: '/shop by filter in memory, 500,000 shops, p99', unit: 'ms', before: '184', goal: '50' },
  {
    id: 'autocomplete-in-refresh',
    job: 'autocomplete through the bot during a refresh of 500,000 shops, p99',
    unit: 'ms',
    before: '643',
    goal: '50',
  },
  {
    id: 'shop-in-refresh',
    job: '/shop through the bot during a refresh of 500,000 shops, p99',
    unit: 'ms',
    before: '765',
    goal: '100',
  },
  { id: 'largest-frame', job: 'largest frame, 540 kB, to its event', unit: PARSES, before: '', goal: '3' },
  {
    id: 'largest-frame-stall',
    job: 'longest stretch of CPU for that frame and its paintings',
    unit: 'ms',
    before: '',
    goal: '8',
  },
  {
    id: 'frame-to-notices',
    job: 'frame to notices, 1,000,000 watches',
    unit: 'per second',
    before: '53,000-95,000',
    goal: '300,000',
    isRate: true,
  },
  {
    id: 'frame-to-journal',
    job: 'frame to journal, 1,000,000 watches',
    unit: 'per second',
    before: '9,000-12,000',
    goal: '25,000',
    isRate: true,
  },
  {
    id: 'event-to-wire-p99',
    job: 'event to message sent, without the debounce, idle bot, p99',
    unit: 'ms',
    before: '30 and more',
    goal: '10',
  },
  {
    id: 'first-answer-cold-100000',
    job: 'first answer after the start, 100,000 shops saved, no compile cache',
    unit: 's',
    before: '3.4',
    goal: '2.5',
  },
  { id: 'first-answer-warm-100000', job: 'the same with a compile cache', unit: 's', before: '7.9', goal: '2.5' },
  { id: 'first-answer-warm-4600', job: 'the same, 4,600 shops', unit: 's', before: '', goal: '1.2' },
];
