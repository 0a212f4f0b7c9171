import { describe, expect, it } from 'vitest';
import { settleAll } from '../../../lib/core/retry/settle-all.ts';

describe('settling tasks', () => {
  it('returns their values in the order of the tasks', async () => {
    const slow = Promise.withResolvers<string>();
    const settled = settleAll([slow.promise, Promise.resolve(2), 'three']);
    slow.resolve('one');
    expect(await settled).toEqual(['one', 2, 'three']);
  });

  it('throws the error of the first by position, whichever fails first', async () => {
    const slow = Promise.withResolvers<never>();
    const settled = settleAll([slow.promise, Promise.reject(new Error('second'))]);
    slow.reject(new Error('first'));
    await expect(settled).rejects.toThrow('first');
  });

  it('ends after the last task has ended', async () => {
    const slow = Promise.withResolvers<void>();
    let hasEnded = false;
    const settled = settleAll([Promise.reject(new Error('first')), slow.promise.then(() => (hasEnded = true))]);
    slow.resolve();
    await expect(settled).rejects.toThrow('first');
    expect(hasEnded).toBe(true);
  });
});
