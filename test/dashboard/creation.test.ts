import { expect, it } from 'vitest';
import { ApiProblem, ApiUnreachable } from '../../dashboard/src/api/problem.ts';
import { creation } from '../../dashboard/src/screens/composer/creation.ts';

const problem = (status: number, retryable: boolean) =>
  new ApiProblem(
    { type: '', title: '', status, detail: '', instance: '', code: 'unexpected_response', request_id: 'r', retryable },
    null,
  );

/** Send two different bodies, of which the first call fails. Returns what was sent. */
async function sendTwo(failure: Error): Promise<{ body: string; key: string }[]> {
  const sent: { body: string; key: string }[] = [];
  const createOnce = creation<string, string>();
  const request = async (body: string, key: string) => {
    sent.push({ body, key });
    if (sent.length === 1) throw failure;
    return body;
  };
  await expect(createOnce('one', request)).rejects.toBe(failure);
  await createOnce('two', request);
  return sent;
}

it.each([
  ['no response', new ApiUnreachable()],
  ['a response of 500', problem(500, false)],
  ['a request that is still in flight', problem(409, true)],
  ['a rate limit, which says nothing about an earlier request', problem(429, true)],
])('the first body is repeated with its key after %s', async (_, failure) => {
  const [first, second] = await sendTwo(failure);
  expect(second).toEqual(first);
});

it('the new body is sent with a new key after a rejection', async () => {
  const [first, second] = await sendTwo(problem(422, false));
  expect([first!.body, second!.body]).toEqual(['one', 'two']);
  expect(second!.key).not.toBe(first!.key);
});
