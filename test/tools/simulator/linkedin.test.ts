import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../platforms/platforms.ts';
import { call, json, linkedIn, linkedInPost, postOnLinkedIn, type Simulated } from './calls.ts';

const post = ({ origin }: Simulated, body: object, headers: Record<string, string> = linkedIn) =>
  call(origin, 'POST', '/_simulator/linkedin/rest/posts', headers, body);

describe('LinkedIn', () => {
  it.each([
    ['without a token', { authorization: '' }, 401],
    ['without LinkedIn-Version', { 'linkedin-version': '' }, 400],
    ['with a version in words', { 'linkedin-version': 'latest' }, 426],
    ['with a version switched off', { 'linkedin-version': '202511' }, 426],
    ['without X-Restli-Protocol-Version', { 'x-restli-protocol-version': '' }, 400],
    ['with another X-Restli-Protocol-Version', { 'x-restli-protocol-version': '1.0.0' }, 400],
    ['without application/json', { 'content-type': 'text/plain' }, 400],
  ])('rejects a post %s', async (_what, headers, status) => {
    await using simulator = await startSimulator();
    expect((await post(simulator, linkedInPost('hi'), { ...linkedIn, ...headers })).status).toBe(status);
    expect(await simulator.posts()).toEqual([]);
  });

  it('names the version that is switched off', async () => {
    await using simulator = await startSimulator();
    const rejected = await post(simulator, linkedInPost('hi'), { ...linkedIn, 'linkedin-version': '202511' });
    expect(rejected.body).toEqual({
      status: 426,
      code: 'NONEXISTENT_VERSION',
      message: 'Requested version 202511 is not active',
    });
  });

  it.each([
    ['an unknown field', { text: 'oh' }, 422],
    ['an unknown field in the distribution', { distribution: { feedDistribution: 'NONE', colour: 'blue' } }, 422],
    ['an unknown field in the content', { content: { colour: 'blue' } }, 422],
    ['an image never uploaded', { content: { media: { id: 'urn:li:image:1' } } }, 422],
    ['an author that is none', { author: 'me' }, 422],
    ['a lifecycle state that is none', { lifecycleState: 'DONE' }, 422],
    ['3001 characters', { commentary: 'a'.repeat(3_001) }, 400],
  ])('rejects a post with %s', async (_what, fields, status) => {
    await using simulator = await startSimulator();
    expect((await post(simulator, { ...linkedInPost('hi'), ...fields })).status).toBe(status);
    expect(await simulator.posts()).toEqual([]);
  });

  it('rejects a text that is there already and names the post that has it', async () => {
    await using simulator = await startSimulator();
    const first = await postOnLinkedIn(simulator, 'hi');
    const second = await postOnLinkedIn(simulator, 'hi');
    expect(second).toMatchObject({
      status: 422,
      body: {
        message: `Content is a duplicate of ${first.headers.get('x-restli-id')}`,
        errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST' }] },
      },
    });
  });

  it('takes the same text from another author', async () => {
    await using simulator = await startSimulator();
    await postOnLinkedIn(simulator, 'hi');
    const other = await postOnLinkedIn(simulator, 'hi', 'anyone', 'urn:li:organization:42');
    expect(other.status).toBe(201);
  });

  it('answers a post with its urn in a header and no body', async () => {
    await using simulator = await startSimulator();
    const { status, headers, body } = await postOnLinkedIn(simulator, 'hi');
    expect({ status, body }).toEqual({ status: 201, body: undefined });
    const [, id] = /^urn:li:share:(\d+)$/.exec(headers.get('x-restli-id')!)!;
    // As in LinkedIn's own ids, the upper bits are the time.
    expect(Math.abs(Number(BigInt(id!) >> 22n) - Date.now())).toBeLessThan(10_000);
  });

  it.each([...'|{}@[]()<>#*_~'])('cuts a text off at %s without a backslash', async (character) => {
    await using simulator = await startSimulator();
    await postOnLinkedIn(simulator, `We \\${character} then ${character} and more`);
    expect((await simulator.posts()).map(({ text }) => text)).toEqual([`We ${character} then `]);
  });

  it('takes a hash in front of a word for a hashtag', async () => {
    await using simulator = await startSimulator();
    await postOnLinkedIn(simulator, 'We #care a lot');
    expect((await simulator.posts()).map(({ text }) => text)).toEqual(['We #care a lot']);
  });

  it('rejects other paths as it rejects posts, when the version is missing', async () => {
    await using simulator = await startSimulator();
    const path = '/_simulator/linkedin/rest/images?action=initializeUpload';
    const headers = { ...json, authorization: 'Bearer anyone' };
    expect((await call(simulator.origin, 'POST', path, headers, {})).status).toBe(400);
  });
});
