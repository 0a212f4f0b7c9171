import { describe, expect, it } from 'vitest';
import { twitterPublisher } from '../../../lib/platforms/twitter/adapter/publish.ts';
import { ACCOUNTS, makeConnection, makePost, startServer } from '../platforms.ts';

/** Look at a video that X has received, and reports like this. */
async function look(status: number, processing_info: object | undefined, more: object = {}) {
  await using server = await startServer((_, response) => {
    response.writeHead(status).end(JSON.stringify({ data: { id: '17', processing_info } }));
  });
  const at = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const saved = { mediaIds: ['17'], expiresAt, segments: '3', processingSince: at, ...more };
  const found = await twitterPublisher.stillProcessing!(
    makePost('twitter'),
    saved,
    ACCOUNTS.twitter,
    makeConnection(server.origin),
  );
  return { found, requests: server.bodies.length };
}

describe('a look at a video on X', () => {
  it('follows when X asks for it, with one request', async () => {
    const { found, requests } = await look(200, { state: 'in_progress', check_after_secs: 90 });
    expect(found).toMatchObject({
      outcome: 'unfinished',
      continueAfterSeconds: 90,
      error: { code: 'media_not_ready' },
    });
    expect(requests).toBe(1);
  });

  it.each([
    ['is ready', 200, { state: 'succeeded' }],
    ['has failed', 200, { state: 'failed' }],
    ['X has no longer', 404, undefined],
    ['X does not report for now', 503, undefined],
  ])('leaves one that %s to an attempt', async (_, status, processing) => {
    expect((await look(status, processing)).found).toBeNull();
  });

  it('is not made of an upload that is not complete', async () => {
    const { found, requests } = await look(200, { state: 'in_progress' }, { processingSince: [] });
    expect([found, requests]).toEqual([null, 0]);
  });
});
