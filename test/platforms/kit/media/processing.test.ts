import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextLookSeconds, stillProcessing } from '../../../../lib/platforms/kit/media/processing.ts';

const SINCE = '2026-03-01T09:00:00.000Z';
const LIFE_MS = 30 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(SINCE), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (seconds: number) => vi.setSystemTime(Date.parse(SINCE) + seconds * 1000);

describe('the wait before the next look at a video', () => {
  it.each([
    [0, 10],
    [9.9, 10],
    [10, 20],
    [31, 40],
    [70.5, 40],
    [1_700, 40],
  ])('is, %d s after its upload, %d s', (elapsed, expected) => {
    at(elapsed);
    expect(nextLookSeconds(SINCE, LIFE_MS)).toBe(expected);
  });

  it('is as long as the platform asks for, if that is longer', () => {
    expect(nextLookSeconds(SINCE, LIFE_MS, 5)).toBe(10);
    expect(nextLookSeconds(SINCE, LIFE_MS, 90)).toBe(90);
  });

  it('ends at the deadline, to the second', () => {
    expect(nextLookSeconds(SINCE, LIFE_MS, 86_400)).toBe(1_800);
    at(1_775.25);
    expect(nextLookSeconds(SINCE, LIFE_MS)).toBe(25);
    at(1_799.999);
    expect(nextLookSeconds(SINCE, LIFE_MS)).toBe(1);
  });
});

describe('a look at a video', () => {
  const wait = { platformName: 'X', since: SINCE };
  const running = async () => ({ state: 'running' as const, checkAfterSeconds: 15 });

  it('finds that the platform still processes it, and when to look again', async () => {
    const error = { code: 'media_not_ready', category: 'platform', retryable: true };
    const found = await stillProcessing(running, wait);
    expect(found).toMatchObject({ outcome: 'unfinished', error, continueAfterSeconds: 15 });
  });

  it.each(['ready', 'gone', 'failed'] as const)('leaves one that is %s to an attempt', async (state) => {
    const failure = { outcome: 'rejected', error: { code: 'x', message: '', category: 'content', retryable: false } };
    expect(await stillProcessing(async () => ({ state, failure, result: null }) as never, wait)).toBeNull();
  });

  it('is not made after the deadline', async () => {
    at(1_800);
    const ask = vi.fn(running);
    expect(await stillProcessing(ask, wait)).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });
});
