import { expect, test } from 'vitest';
import { remoteFaultOf } from '../../../src/faults/remote-fault.ts';
import { ConnectionLost } from '../../../src/faults/store-faults.ts';
import { endsConnection, NoAnswer } from '../../../src/storage/postgres/connection-retries.ts';

const coded = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '53300',
  'ECONNRESET',
  'EPIPE',
  'EAI_AGAIN',
  'SELF_SIGNED_CERT_IN_CHAIN',
])('%s counts as a lost connection', (code) => {
  expect(endsConnection(coded(code))).toBe(true);
});

test('“Connection terminated unexpectedly” and an answer that times out count as a lost connection', () => {
  expect(endsConnection(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(endsConnection(new NoAnswer('No answer within 15 s'))).toBe(true);
});

test.each(['22P02', '23505', '40P01', '57014', '42P01', '54000', '08P01', 'ERR_INVALID_ARG_TYPE'])(
  '%s does not count as a lost connection',
  (code) => {
    expect(endsConnection(coded(code))).toBe(false);
  },
);

test('a lost connection is logged with a message, without a stack trace', () => {
  const refused = new AggregateError([
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  ]);
  expect(remoteFaultOf(new ConnectionLost(refused, null))).toEqual({
    type: 'ConnectionLost',
    message: 'PostgreSQL is unreachable: connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  });
});
