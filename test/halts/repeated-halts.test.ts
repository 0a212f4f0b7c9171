import { AsyncLocalStorage } from 'node:async_hooks';
import timers from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import { due } from '../functions/given/due-post.ts';
import { currentPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

const { table } = setupWorkers();
simulatePlatforms();

const worker = new AsyncLocalStorage<true>();

it('answers a repeat with the same Idempotency-Key only when no worker sends a post any more', async () => {
  const { tenant, dueMessage } = await due();
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  table.latency = async (command) => {
    if (!worker.getStore() || command !== 'TransactWriteCommand') return;
    reached.resolve();
    await released.promise;
  };
  // The worker has read that nothing is halted, and is about to store that it sends.
  const publishing = worker.run(true, () => onPublishDue(dueMessage, lambdaContext()));
  await reached.promise;
  table.latency = null;
  const body = { scope: 'workspace', reason: 'A wrong campaign.' };
  const request = { token: tenant.token, headers: { 'idempotency-key': 'halt-1' }, body };
  // The function ends after its commit, while it waits: its response is lost.
  const pause = vi.spyOn(timers, 'setTimeout').mockRejectedValue(new Error('The function ends.'));
  expect((await callApi('halts.create', request)).status).toBe(500);
  pause.mockImplementation(async (ms) => advanceTime(ms ?? 0) as never);
  const repeated = await callApi('halts.create', request);
  pause.mockRestore();
  expect(repeated.status, repeated.text).toBe(201);
  released.resolve();
  await publishing;
  expect(await currentPlatforms().posts(), 'a post that was sent after the response').toEqual([]);
});
