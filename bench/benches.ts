/** A bench that `npm run bench` runs: `bench/<name>.ts`. `whole` and `quick` hold its arguments in such a run. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  readonly whole?: readonly string[];
  readonly quick: readonly string[];
  /** Whether its output is Markdown; other output is shown as a code block. */
  readonly isMarkdown: boolean;
}

export const benches: readonly Bench[] = [
  {
    name: 'refresh',
    title: 'Refreshes',
    quick: ['--shops', '4600,20000', '--watches', '10000', '--rounds', '1', '--processes', '1'],
    isMarkdown: true,
  },
  {
    name: 'resident',
    title: 'Thirty refreshes in the whole bot',
    quick: ['--shops', '20000', '--watches', '1000', '--refreshes', '6'],
    isMarkdown: true,
  },
  {
    name: 'resident',
    title: 'Thirty refreshes in the whole bot, 4,600 shops',
    whole: ['--shops', '4600', '--watches', '100'],
    quick: ['--shops', '4600', '--watches', '100', '--refreshes', '3'],
    isMarkdown: true,
  },
  { name: 'start', title: 'The first answer', quick: ['--shops', '20000', '--rounds', '1'], isMarkdown: true },
  {
    name: 'start',
    title: 'The first answer, 4,600 shops',
    whole: ['--shops', '4600'],
    quick: ['--shops', '4600', '--rounds', '1'],
    isMarkdown: true,
  },
  {
    name: 'answers',
    title: 'Answers during a refresh',
    quick: ['--shops', '20000', '--answers', '20'],
    isMarkdown: true,
  },
  {
    name: 'answers-in-memory',
    title: 'Answers in memory',
    quick: ['--shops', '20000', '--rounds', '5'],
    isMarkdown: true,
  },
  {
    name: 'events',
    title: 'Events',
    quick: ['--shops', '20000', '--watches', '10000', '--frames', '5000', '--rounds', '2'],
    isMarkdown: true,
  },
  { name: 'largest-frame', title: 'The largest frame', quick: ['--rounds', '5'], isMarkdown: true },
  { name: 'wire', title: 'Delay from an event to its message', quick: ['--events', '30'], isMarkdown: true },
  { name: 'watches', title: 'Index of watches', quick: [], isMarkdown: false },
  { name: 'history', title: 'Price history', quick: ['100000'], isMarkdown: false },
  { name: 'price', title: 'Price facts', quick: ['100000'], isMarkdown: false },
  { name: 'render', title: 'Rendering', quick: [], isMarkdown: false },
  { name: 'chart', title: 'Charts', quick: [], isMarkdown: false },
  { name: 'fleet', title: 'Several processes on PostgreSQL', quick: ['--quick'], isMarkdown: true },
];
