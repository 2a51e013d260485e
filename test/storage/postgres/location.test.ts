import { expect, test } from 'vitest';
import { locatePostgres } from '../../../src/storage/postgres/location.ts';

const PASSWORD = 'hunter2-hunter2';

test('an address is parsed with all its parts', () => {
  expect(locatePostgres('postgres://ada%40home:p%40ss%2F@db.example:5433/crier%20one?sslmode=verify-full')).toEqual({
    ok: true,
    location: {
      host: 'db.example',
      port: 5433,
      database: 'crier one',
      user: 'ada@home',
      password: 'p@ss/',
      ssl: { rejectUnauthorized: true },
    },
  });
});

test('port, password and encryption are optional, and a socket may replace the host', () => {
  const location = { port: 5432, database: 'crier', user: 'crier', password: '', ssl: false };
  expect(locatePostgres('postgresql://crier@[::1]/crier')).toEqual({
    ok: true,
    location: { ...location, host: '::1' },
  });
  expect(locatePostgres('postgres://crier@localhost/crier?host=/run/postgresql')).toEqual({
    ok: true,
    location: { ...location, host: '/run/postgresql' },
  });
});

test.each([
  [`postgres://crier:${PASSWORD}/x@db.example/crier`, 'is not an address'],
  [`postgres://crier:${PASSWORD}@db.example:99999/crier`, 'is not an address'],
  [`mysql://crier:${PASSWORD}@db.example/crier`, 'is not an address'],
  [`postgres://crier:${PASSWORD}%@db.example/crier`, 'has a % that begins no %xx'],
  [`postgres://crier:${PASSWORD}%00@db.example/crier`, 'or a character that no database accepts'],
  [`postgres://:${PASSWORD}@db.example/crier`, 'names no user'],
  [`postgres://crier:${PASSWORD}@db.example`, 'names no database'],
  [`postgres://crier:${PASSWORD}@db.example/`, 'names no database'],
  [`postgres://crier:${PASSWORD}@db.example/crier/two`, 'names no database'],
  [`postgres:///crier`, 'names no host'],
  [`postgres://crier:${PASSWORD}@db.example/crier#x`, 'has a #'],
  [`postgres://crier:${PASSWORD}@db.example/crier?sslmode=prefer`, 'has an sslmode other than'],
  [`postgres://crier:${PASSWORD}@db.example/crier?password=${PASSWORD}`, 'use only sslmode and host'],
  [`postgres://crier:${PASSWORD}@db.example/crier?host=run`, 'not the path of a folder'],
])('an invalid address is refused with its reason: %s', (url, what) => {
  const located = locatePostgres(url);
  const why = located.ok ? '' : located.why;
  expect(why).toContain(`STORE_URL `);
  expect(why).toContain(what);
  expect(why).toMatch(/; give an address such as postgres:\/\/crier:password@db.example\/crier\.$/);
  expect(why).not.toContain(PASSWORD);
});
