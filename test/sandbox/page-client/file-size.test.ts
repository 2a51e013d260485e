import { expect, test } from 'vitest';
import { writeSize } from '../../../sandbox/page/client/file-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1023 bytes'],
  [1_024, '1 KB'],
  [2_500, '2.4 KB'],
  [10 * 1_024 ** 2, '10 MB'],
])('%i bytes are formatted as %s', (bytes, expected) => {
  expect(writeSize(bytes)).toBe(expected);
});
