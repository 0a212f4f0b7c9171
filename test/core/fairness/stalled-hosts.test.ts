import { expect, it } from 'vitest';
import { createStalledHosts } from '../../../lib/core/fairness/stalled-hosts.ts';

const PERIOD_MS = 60_000;

it('has a host after two requests without a response in a row, and no other host', () => {
  const hosts = createStalledHosts(PERIOD_MS);
  hosts.record('a', true, 0);
  expect(hosts.has('a', 0)).toBe(false);
  hosts.record('a', true, 0);
  expect([hosts.has('a', 0), hosts.has('b', 0)]).toEqual([true, false]);
});

it('forgets a host that has responded', () => {
  const hosts = createStalledHosts(PERIOD_MS);
  for (const hasStalled of [true, false, true]) hosts.record('a', hasStalled, 0);
  expect(hosts.has('a', 0)).toBe(false);
});

it('lets a host be tried again after the period, and one more stall counts at once', () => {
  const hosts = createStalledHosts(PERIOD_MS);
  for (let n = 0; n < 2; n++) hosts.record('a', true, 0);
  expect([hosts.has('a', PERIOD_MS - 1), hosts.has('a', PERIOD_MS)]).toEqual([true, false]);
  hosts.record('a', true, PERIOD_MS);
  expect(hosts.has('a', PERIOD_MS)).toBe(true);
});

it('remembers ten thousand hosts, those of the last requests', () => {
  const hosts = createStalledHosts(PERIOD_MS);
  const stallTwice = (host: string) => {
    for (let n = 0; n < 2; n++) hosts.record(host, true, 0);
  };
  for (const host of ['first', 'second']) stallTwice(host);
  hosts.record('first', true, 0);
  for (let n = 0; n < 9_999; n++) stallTwice(`host ${n}`);
  expect(['first', 'second', 'host 0'].map((host) => hosts.has(host, 0))).toEqual([true, false, true]);
});
