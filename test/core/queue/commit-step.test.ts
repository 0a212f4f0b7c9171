import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commitStep } from '../../../lib/core/queue/commit-step.ts';
import { ConflictError } from '../../../lib/core/retry/conflict.ts';
import { table } from '../../../lib/core/table/client.ts';

const dynamodb = mockClient(table);

// The client belongs to all test files of this thread.
afterAll(() => dynamodb.restore());

const job = { workspace_id: 'ws_1', id: 'job_1', version: 3, progress: 0 };
const after = { ...job, progress: 1 };

/** The version that a job has when it is loaded again. */
let storedVersion: number | null;
const load = async () => (storedVersion === null ? null : { ...job, version: storedVersion });
const build = vi.fn(async (_isRepeat: boolean) => ({
  after,
  writes: [{ put: { pk: 'P', sk: 'job_1', entity: 'Import' }, condition: 'absent' as const }],
}));

beforeEach(() => {
  dynamodb.reset();
  build.mockClear();
  storedVersion = 3;
  vi.stubEnv('TABLE_NAME', 'table');
  // The pauses between attempts are a random share of their maximum: none.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Reject the first `count` writes as a condition that does not hold. */
function conflict(count: number): void {
  let left = count;
  const error = Object.assign(new Error('The conditional request failed'), { name: 'ConditionalCheckFailedException' });
  dynamodb.on(PutCommand).callsFake(() => {
    if (left-- > 0) throw error;
    return {};
  });
}

const commitNext = () => commitStep(job, load, build);

describe('a transaction of a step', () => {
  it('returns the job after it, with its next version', async () => {
    conflict(0);
    expect(await commitNext()).toEqual({ ...after, version: 4 });
    expect(build.mock.calls).toEqual([[false]]);
  });

  it('is built again after a conflict with another item', async () => {
    conflict(2);
    expect(await commitNext()).toEqual({ ...after, version: 4 });
    expect(build.mock.calls).toEqual([[false], [true], [true]]);
  });

  it('ends when another change of the job came first', async () => {
    conflict(1);
    storedVersion = 4;
    expect(await commitNext()).toBeNull();
    expect(build).toHaveBeenCalledOnce();
  });

  it('ends when the job is deleted', async () => {
    conflict(1);
    storedVersion = null;
    expect(await commitNext()).toBeNull();
  });

  it('returns null when it deletes the job', async () => {
    conflict(0);
    const { writes } = await build(false);
    expect(await commitStep(job, load, async () => ({ after: null, writes }))).toBeNull();
  });

  it('fails when the conflict with another item does not end', async () => {
    conflict(Number.POSITIVE_INFINITY);
    await expect(commitNext()).rejects.toBeInstanceOf(ConflictError);
  });

  it('fails at once with an error that is no conflict', async () => {
    dynamodb.on(PutCommand).rejects(Object.assign(new Error('Invalid'), { name: 'ValidationException' }));
    await expect(commitNext()).rejects.not.toBeInstanceOf(ConflictError);
    expect(build).toHaveBeenCalledOnce();
  });
});
