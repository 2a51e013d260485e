import { expect, test } from 'vitest';
import { OperatorFault } from '../src/faults/operator-fault.ts';
import { formatFault } from '../src/format-fault.ts';

test('a stack trace contains no token, no password and no fields of its error', () => {
  const token = 'aW50ZXJhY3Rpb246MTIzNDU2Nzg5';
  const error = Object.assign(
    new Error(`POST /webhooks/110000/${token}/messages by postgres://crier:hunter2@db/crier`),
    {
      requestBody: 'hunter3',
    },
  );
  expect(formatFault(error)).toContain('POST /webhooks/110000/[secret]/messages by postgres://crier:[secret]@db/crier');
  expect(formatFault(error)).not.toMatch(/hunter|aW50/);
});

test('an error that the operator can fix is printed unchanged, examples included', () => {
  const sentence = 'STORE_URL must be such as postgres://user:password@host/database';
  expect(formatFault(new OperatorFault(sentence))).toBe(sentence);
});
