import { describe, expect, it, vi } from 'vitest';
import { blueskyPublisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import { usesVideoService } from '../../../lib/platforms/bluesky/adapter/video-service.ts';
import type { Media } from '../../../lib/platforms/kit/definition/platform-definition.ts';
import { makeConnection, makeSettings } from '../platforms.ts';
import { setupVideoAttempts, type VideoAttempt } from '../video-attempts.ts';
import { digestOf, makeVideo, VIDEO_BYTES } from '../videos.ts';

const { account, simulator, ...attempts } = setupVideoAttempts('bluesky', blueskyPublisher);

/** An attempt with the video service, unless it is `isDirect`. */
type Attempt = VideoAttempt & { isDirect?: boolean };
const withService = ({ isDirect = false, ...attempt }: Attempt): VideoAttempt => ({
  ...attempt,
  more: isDirect ? {} : { settings: makeSettings({ video: `${simulator().origin}/_simulator/bluesky/video` }) },
});
const prepare = (attempt: Attempt = {}) => attempts.prepare(withService(attempt));
const publish = (attempt: Attempt = {}) => attempts.publish(withService(attempt));

const uploads = async () =>
  (await simulator().requests()).filter(({ path }) =>
    /xrpc\/(?:app\.bsky\.video\.uploadVideo|com\.atproto\.repo\.uploadBlob)/.test(path),
  );
const fault = (script: string) => simulator().script('bluesky', script, 1, { on: 'upload' });

describe('a video for a server of Bluesky', () => {
  it('is processed by the video service before its post refers to it, byte for byte', async () => {
    const published = await publish();
    expect(published).toMatchObject({ outcome: 'published' });
    const id = published.outcome === 'published' && published.platformPostId;
    expect(await simulator().files()).toMatchObject([
      { account: account.externalId, size_bytes: VIDEO_BYTES, sha256: digestOf(VIDEO_BYTES), post_id: id },
    ]);
    expect(await uploads()).toHaveLength(1);
  });

  it('reaches the service without the token of the account', async () => {
    await publish();
    const paths = (await simulator().requests()).map(({ path }) => path);
    const authorized = paths.find((path) => path.includes('getServiceAuth'));
    expect(authorized).toContain('lxm=com.atproto.repo.uploadBlob');
    // The simulator accepts only the token that it has issued for this.
    expect(paths.findIndex((path) => path.includes('uploadVideo'))).toBeGreaterThan(paths.indexOf(authorized!));
  });

  it('that is processed for longer than one attempt is continued, without another upload', async () => {
    await simulator().videos('bluesky', { seconds: 1_700 });
    const first = await prepare();
    expect(first.outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'media_not_ready' } });
    vi.useFakeTimers({ now: Date.now() + 1_700_000, toFake: ['Date'] });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await uploads()).toHaveLength(1);
  });

  it('that is not processed within half an hour is uploaded again after the usual delay', async () => {
    await simulator().videos('bluesky', { seconds: 3_600 });
    const first = await prepare();
    vi.useFakeTimers({ now: Date.now() + 1_800_001, toFake: ['Date'] });
    const second = await prepare({ saved: first.saved });
    expect(second).toMatchObject({ outcome: { outcome: 'retry', error: { code: 'media_not_ready' } }, saved: {} });
  });

  it('that the service cannot process is rejected with its reason', async () => {
    await simulator().videos('bluesky', { fails: true });
    expect((await prepare()).outcome).toMatchObject({
      outcome: 'rejected',
      error: { code: 'media_processing_failed', message: expect.stringContaining('Unsupported video codec') },
    });
  });

  it.each(['pds_upload_failure', 'generic_failure', 'a code of tomorrow'])(
    'whose processing fails with %s is uploaded again after the usual delay, with the reason of the service until then',
    async (fails) => {
      await simulator().videos('bluesky', { fails });
      const first = await prepare();
      const message = expect.stringContaining('Failed to process video');
      expect(first).toMatchObject({
        outcome: { outcome: 'retry', error: { code: 'media_processing_failed', message, retryable: true } },
        saved: {},
      });
      await simulator().videos('bluesky', { fails: false });
      expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
      expect(await uploads()).toHaveLength(2);
    },
  );

  it.each(['validation_failure', 'encoding_failure', 'pds_upload_unsupported_blob_size'])(
    'whose processing fails with %s is rejected: another upload would fail too',
    async (fails) => {
      await simulator().videos('bluesky', { fails });
      expect((await prepare()).outcome).toMatchObject({ outcome: 'rejected' });
    },
  );

  it.each(['500_before_effect', '500_after_effect', 'ok_then_drop', 'drop_midway', '429'])(
    'is one file on the service after %s',
    async (script) => {
      await fault(script);
      const first = await prepare();
      expect(first.outcome).toMatchObject({ outcome: 'retry' });
      expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
      expect(await simulator().files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES) }]);
    },
  );

  it('does not begin an upload that the attempt has no time for', async () => {
    const first = await prepare({ hasTime: () => false });
    expect(first.outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'preparation_slow' } });
    expect(await uploads()).toEqual([]);
  });

  it('is retried when a part of the file cannot be read', async () => {
    const read = (fromByte: number) => {
      if (fromByte > 5_000_000) throw new Error('S3 is not available');
    };
    expect((await prepare({ read })).outcome).toMatchObject({
      outcome: 'retry',
      error: { code: 'media_unavailable' },
    });
  });

  it('beside other media, and of a type or a size that it does not take, is rejected before any request', async () => {
    const image = { url: 'https://media.example/a.jpg', type: 'image' as const };
    const codeOf = async (media: Media[]) => (await prepare({ media })).outcome;
    expect(await codeOf([makeVideo(), image])).toMatchObject({ error: { code: 'media_mixed' } });
    const quicktime = makeVideo({ content_type: 'video/quicktime' });
    expect(await codeOf([quicktime])).toMatchObject({ error: { code: 'media_unsupported' } });
    expect(await simulator().requests()).toEqual([]);
  });
});

describe('a video for another server', () => {
  it('is sent to it directly, byte for byte', async () => {
    const published = await publish({ isDirect: true, media: [makeVideo({ size_bytes: 5_000_000 })] });
    const id = published.outcome === 'published' && published.platformPostId;
    expect(await simulator().files()).toMatchObject([{ sha256: digestOf(5_000_000), post_id: id }]);
    expect((await simulator().requests()).filter(({ path }) => path.includes('/video/'))).toEqual([]);
  });

  it('that takes no blob of its size is rejected', async () => {
    const { outcome } = await prepare({ isDirect: true });
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'too_large', category: 'content' } });
  });
});

describe('the server of an account', () => {
  it.each([
    ['https://bsky.social', true],
    ['https://morel.us-east.host.bsky.network', true],
    ['https://pds.example.com', false],
    ['https://bsky.network.example.com', false],
    ['https://notbsky.social', false],
  ])('%s uses the video service: %s', (baseUrl, expected) => {
    const connection = { ...makeConnection(baseUrl), settings: makeSettings({ video: 'https://video.bsky.app' }) };
    expect(usesVideoService(connection)).toBe(expected);
  });
});
