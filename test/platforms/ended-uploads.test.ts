import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import type { PreparedState } from '../../lib/platforms/kit/publisher.ts';
import { ACCOUNTS, makeConnection, makePreparation, startServer } from './platforms.ts';
import { makeLibrary, makeVideo } from './videos.ts';

/** Uploads whose response to their end was lost: the platform rejects the second end, and its status decides. */

const SIZE = 1_000;
const LATER = '2999-01-01T00:00:00.000Z';

/** What is saved when all parts are uploaded, and the status of a video that is ready. */
const PLATFORMS = {
  twitter: {
    saved: { mediaIds: ['17'], expiresAt: LATER, segments: '1' },
    ready: { data: { id: '17', processing_info: { state: 'succeeded' } } },
    failed: { data: { id: '17', processing_info: { state: 'failed', error: { message: 'Unsupported codec' } } } },
  },
  linkedin: {
    saved: { videoUrn: 'urn:li:video:C5', uploadToken: '', expiresAt: LATER, parts: [`${SIZE} /part`], etags: ['a'] },
    ready: { status: 'AVAILABLE' },
    failed: { status: 'PROCESSING_FAILED', processingFailureReason: 'Unsupported codec' },
  },
} satisfies Record<string, { saved: PreparedState; ready: object; failed: object }>;

type Answer = (response: ServerResponse) => void;

/** Prepare a video whose end is rejected, at a platform that answers each request for its status. */
async function prepare(platform: keyof typeof PLATFORMS, answerStatus: Answer) {
  await using server = await startServer((request, response) => {
    if (request.method === 'GET') return answerStatus(response);
    response.writeHead(400).end('{"message":"The upload is finalized"}');
  });
  const { saved } = PLATFORMS[platform];
  const preparation = makePreparation(saved);
  const connection = { ...makeConnection(server.origin, 2_000), openMedia: makeLibrary().openMedia };
  const media = [makeVideo({ size_bytes: SIZE })];
  const { prepare: prepareOn } = PUBLISHERS[platform];
  const outcome = await prepareOn({ text: 'Hello', media }, ACCOUNTS[platform], connection, preparation);
  return { outcome, saved: preparation.saved };
}

const respond =
  (status: number, body: object = {}): Answer =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body));

describe.each(['twitter', 'linkedin'] as const)('the second end of an upload to %s', (platform) => {
  const { saved, ready, failed } = PLATFORMS[platform];

  it('is as good as the first one when the status shows that the upload has ended', async () => {
    expect((await prepare(platform, respond(200, ready))).outcome).toMatchObject({ outcome: 'prepared' });
  });

  it('has the reason of the platform when the video could not be processed', async () => {
    const { outcome } = await prepare(platform, respond(200, failed));
    const message = expect.stringContaining('Unsupported codec');
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'media_processing_failed', message } });
  });

  it.each<[string, Answer]>([
    ['500', respond(500)],
    ['429', respond(429)],
    ['no response', (response) => response.destroy()],
  ])('is retried, with the upload, when the request for the status ends with %s', async (_, answer) => {
    const first = await prepare(platform, answer);
    expect(first.outcome).toMatchObject({ outcome: 'retry' });
    expect(first.saved).toEqual(saved);
  });

  it('makes the platform ask for another token when the request for the status does', async () => {
    const { outcome } = await prepare(platform, respond(401));
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'unauthorized' } });
  });

  it('is final when the status shows that the upload has not ended', async () => {
    const { outcome } = await prepare(platform, respond(200, { status: 'WAITING_UPLOAD', data: { id: '17' } }));
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'invalid_request' } });
  });
});

it('the second end of an upload to LinkedIn is left to the post where LinkedIn does not show the status', async () => {
  expect((await prepare('linkedin', respond(403))).outcome).toMatchObject({ outcome: 'prepared' });
});
