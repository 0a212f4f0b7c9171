import { describe, expect, it, vi } from 'vitest';
import { instagramPublisher } from '../../../lib/platforms/instagram/adapter/publish.ts';
import { startServer } from '../platforms.ts';
import { setupVideoAttempts } from '../video-attempts.ts';
import { digestOf, makeVideo, VIDEO_BYTES } from '../videos.ts';

const { simulator, prepare, publish } = setupVideoAttempts('instagram', instagramPublisher);

const requestsTo = async (path: RegExp) => (await simulator().requests()).filter((each) => path.test(each.path));
const uploads = () => requestsTo(/\/ig-api-upload\//);
const fault = (script: string) => simulator().script('instagram', script, 1, { on: 'upload' });

describe('a video for Instagram', () => {
  it('is uploaded in one stream, processed, and then published as a reel, byte for byte', async () => {
    const published = await publish();
    expect(published).toMatchObject({ outcome: 'published' });
    const id = published.outcome === 'published' && published.platformPostId;
    expect(await simulator().files()).toMatchObject([
      { size_bytes: VIDEO_BYTES, sha256: digestOf(VIDEO_BYTES), post_id: id },
    ]);
    const [begun] = await requestsTo(/\/media$/);
    expect(JSON.parse(begun!.body!)).toEqual({
      media_type: 'REELS',
      upload_type: 'resumable',
      share_to_feed: true,
      caption: 'Hello',
    });
    const [upload, ...others] = await uploads();
    expect(others).toEqual([]);
    expect(upload!.headers).toMatchObject({ offset: '0', file_size: String(VIDEO_BYTES) });
  });

  it('is read in parts of at most 4 MiB', async () => {
    const { reads } = await prepare();
    expect(Math.max(...reads.map(([, lengthBytes]) => lengthBytes))).toBe(4 * 1024 * 1024);
  });

  it('beside other media is rejected before any request', async () => {
    const image = { url: 'https://media.example/a.jpg', type: 'image' as const };
    const { outcome } = await prepare({ media: [image, makeVideo()] });
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'media_mixed', category: 'content' } });
    expect(await uploads()).toEqual([]);
  });

  it('continues in the same attempt where the connection was lost', async () => {
    await fault('drop_midway');
    expect(await publish()).toMatchObject({ outcome: 'published' });
    const offsets = (await uploads()).map(({ headers }) => Number(headers.offset));
    expect(offsets).toEqual([0, expect.any(Number)]);
    expect(offsets[1]).toBeGreaterThan(VIDEO_BYTES / 4);
    expect(await simulator().files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES) }]);
    expect(await requestsTo(/\/media$/)).toHaveLength(1);
  });

  it('continues in the next attempt at the byte that Instagram has reached', async () => {
    const read = (fromByte: number) => {
      if (fromByte > 5_000_000) throw new Error('The worker ends here');
    };
    const first = await prepare({ read });
    expect(first.outcome).toMatchObject({ outcome: 'retry', error: { code: 'media_unavailable' } });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    const offsets = (await uploads()).map(({ headers }) => Number(headers.offset));
    expect(offsets[1]).toBeGreaterThan(1_000_000);
    expect(await simulator().files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES) }]);
    expect(await requestsTo(/\/media$/)).toHaveLength(1);
  });

  it('does not begin an upload that the attempt has no time for', async () => {
    const first = await prepare({ hasTime: () => false });
    expect(first.outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'preparation_slow' } });
    expect(await uploads()).toEqual([]);
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await requestsTo(/\/media$/)).toHaveLength(1);
  });

  it.each([
    ['500_before_effect', 'retry'],
    ['500_after_effect', 'retry'],
    ['429', 'retry'],
    ['401_expired', 'rejected'],
  ])('is continued after %s, and its bytes arrive once', async (script, outcome) => {
    await fault(script);
    const first = await prepare();
    expect(first.outcome.outcome).toBe(outcome);
    if (script === '401_expired') expect(first.outcome).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await simulator().files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES) }]);
    expect(await requestsTo(/\/media$/)).toHaveLength(1);
    expect(await uploads()).toHaveLength(script === '500_after_effect' ? 1 : 2);
  });

  it('continues with another token after its token has expired in the middle', async () => {
    const begun = await prepare({ hasTime: () => false });
    await using server = await startServer((request, response) => {
      if (request.method === 'GET') return void response.end('{"video_status":{"uploading_phase":{}}}');
      const message = 'Error validating access token: Session has expired on Wednesday, 25-Nov-26 09:00:00 PST.';
      response.writeHead(400).end(JSON.stringify({ error: { message, code: 190, error_subcode: 463 } }));
    });
    const saved = { ...begun.saved, uploadUri: `${server.origin}/upload` };
    const expired = await prepare({ saved, more: { baseUrl: server.origin } });
    expect(expired.outcome).toMatchObject({ outcome: 'rejected', error: { code: 'unauthorized', category: 'auth' } });
    expect(expired.saved).toEqual(saved);
  });

  it('whose complete upload was not confirmed is not uploaded again', async () => {
    await fault('ok_then_drop');
    expect(await publish()).toMatchObject({ outcome: 'published' });
    expect(await uploads()).toHaveLength(1);
  });

  it('that Instagram has no longer is uploaded again from the start', async () => {
    await fault('expired');
    const first = await prepare();
    expect(first).toMatchObject({ outcome: { outcome: 'retry', error: { code: 'upload_expired' } }, saved: {} });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await requestsTo(/\/media$/)).toHaveLength(2);
  });

  it('that is processed for longer than one attempt is continued for half an hour, without another upload', async () => {
    await simulator().videos('instagram', { seconds: 1_700 });
    const first = await prepare();
    expect(first.outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'media_not_ready' } });
    vi.useFakeTimers({ now: Date.now() + 1_700_000, toFake: ['Date'] });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await uploads()).toHaveLength(1);
  });

  it('that Instagram cannot process is rejected with its reason', async () => {
    await simulator().videos('instagram', { fails: true });
    const { outcome } = await prepare();
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      error: { code: 'media_unsupported', message: expect.stringContaining('2207026') },
    });
  });

  it('is downloaded by Instagram where it takes no uploads of the account', async () => {
    const bodies: object[] = [];
    await using server = await startServer((request, response) => {
      if (request.method === 'GET') return void response.end('{"status_code":"FINISHED"}');
      bodies.push(JSON.parse(server.bodies.at(-1)!));
      if (bodies.length > 1) return void response.end('{"id":"17"}');
      response.writeHead(400).end('{"error":{"message":"Invalid parameter","code":100}}');
    });
    const { outcome } = await prepare({ more: { baseUrl: server.origin } });
    expect(outcome).toEqual({ outcome: 'prepared', preparation: { containerId: '17' } });
    expect(bodies).toMatchObject([{ upload_type: 'resumable' }, { video_url: 'https://media.example/med_1' }]);
  });

  it('is sent to no other server than those of Meta', async () => {
    for (const uri of [
      'https://rupload.facebook.com.example/x',
      'http://rupload.facebook.com/x',
      'https://other/',
      7,
    ]) {
      await using server = await startServer((_, response) => response.end(JSON.stringify({ id: '17', uri })));
      const { outcome, saved } = await prepare({ more: { baseUrl: server.origin } });
      expect(outcome).toMatchObject({ outcome: 'retry' });
      expect(saved).toBeNull();
    }
  });
});
