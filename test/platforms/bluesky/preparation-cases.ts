import { expect } from 'vitest';
import type { LinkedPage } from '../../../lib/core/net/fetch-page.ts';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import type { PlatformConnection, Post, PreparedState } from '../../../lib/platforms/kit/publisher.ts';
import { defineCases, type PlatformServer, type Subject } from '../conformance/platform-server.ts';
import { JPEG, makePreparation } from '../platforms.ts';
import { bytesOf, makeVideo } from '../videos.ts';

const LINK = 'https://example.com/news';
const PAGE: LinkedPage = { title: 'News', description: 'All of it', imageUrl: 'https://example.com/a.jpg' };
const IMAGE = { url: 'https://media.example/a.jpg', type: 'image' as const };

async function prepare(
  { account, ...server }: PlatformServer,
  post: Partial<Post>,
  more: Partial<PlatformConnection> = {},
  preparation = makePreparation(),
): Promise<PreparedState> {
  const connection = { ...server.connection(), ...more };
  const prepared = await publisher.prepare({ text: '', media: [], ...post }, account, connection, preparation);
  if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
  return prepared.preparation;
}

/** Send a prepared record, which the server validates. Returns the record. */
async function sendRecord({ account, ...server }: PlatformServer, preparation: PreparedState) {
  const sent = await publisher.send({ text: '', media: [] }, preparation, account, server.connection());
  expect(sent).toMatchObject({ outcome: 'published' });
  return JSON.parse(String(preparation.record));
}

/** Define the cases of prepared records: link cards, and what an attempt leaves for the next one. */
export function describePreparation(subject: Subject): void {
  const define = defineCases(subject);

  define('the record of a post shows the video that the server has received', async () => {
    await using server = await subject.start();
    const bytes = Buffer.concat([
      Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
      bytesOf(100_000),
    ]);
    const video = makeVideo({ size_bytes: bytes.byteLength });
    const read = async (from: number, length: number) => bytes.subarray(from, from + length);
    const openMedia = async () => ({ contentType: 'video/mp4', sizeBytes: bytes.byteLength, read });
    const record = await sendRecord(server, await prepare(server, { media: [video] }, { openMedia }));
    expect(record.embed).toEqual({
      $type: 'app.bsky.embed.video',
      video: { $type: 'blob', ref: expect.any(Object), mimeType: 'video/mp4', size: bytes.byteLength },
      alt: 'Waves',
      aspectRatio: { width: 1280, height: 720 },
    });
  });

  define('the link card of a post has the title, description and image of the page', async () => {
    await using server = await subject.start();
    const preparation = await prepare(server, { text: `See ${LINK}.` }, { fetchPage: async () => PAGE });
    expect((await sendRecord(server, preparation)).embed).toMatchObject({
      $type: 'app.bsky.embed.external',
      external: { uri: LINK, title: 'News', description: 'All of it', thumb: { size: JPEG.byteLength } },
    });
  });

  define('the link card is left out when the page cannot be read', async () => {
    await using server = await subject.start();
    const preparation = await prepare(server, { text: LINK }, { fetchPage: async () => null });
    expect(await sendRecord(server, preparation)).not.toHaveProperty('embed');
  });

  define('the card of a link that the post names precedes that of a link in the text', async () => {
    await using server = await subject.start();
    const post = { text: 'See https://example.com/other.', link: LINK };
    const preparation = await prepare(server, post, { fetchPage: async () => PAGE });
    expect((await sendRecord(server, preparation)).embed).toMatchObject({ external: { uri: LINK, title: 'News' } });
  });

  define('the card of a link that the post names has its host as title when the page cannot be read', async () => {
    await using server = await subject.start();
    const preparation = await prepare(server, { text: 'Hello', link: LINK }, { fetchPage: async () => null });
    expect((await sendRecord(server, preparation)).embed).toMatchObject({
      external: { uri: LINK, title: 'example.com' },
    });
  });

  define('the link card has no image when the image is too large or cannot be downloaded', async () => {
    await using server = await subject.start();
    const large = async () => ({ bytes: new Uint8Array(1_000_001), contentType: 'image/jpeg' });
    const broken = async () => {
      throw new Error('No.');
    };
    for (const downloadMedia of [large, broken]) {
      const preparation = await prepare(server, { text: LINK }, { fetchPage: async () => PAGE, downloadMedia });
      expect((await sendRecord(server, preparation)).embed.external).not.toHaveProperty('thumb');
    }
  });

  define('no link card is made for a post with images, whose page is not read', async () => {
    await using server = await subject.start();
    const fetchPage = async () => {
      throw new Error('It is read');
    };
    const preparation = await prepare(server, { text: LINK, media: [IMAGE] }, { fetchPage });
    expect((await sendRecord(server, preparation)).embed.$type).toBe('app.bsky.embed.images');
  });

  define('the record of an attempt whose outcome is unknown is kept', async () => {
    await using server = await subject.start();
    const first = await prepare(server, { text: 'Hello' });
    expect(await prepare(server, { text: 'Hello' }, {}, makePreparation(first))).toEqual(first);
  });

  define('an attempt that was certainly not sent leaves its images, and not its record', async () => {
    await using server = await subject.start();
    const first = await prepare(server, { media: [IMAGE] });
    const certainlyNotSent = makePreparation(first, () => true, false);
    const again = await prepare(server, { media: [IMAGE] }, {}, certainlyNotSent);
    expect(again.recordKey).not.toBe(first.recordKey);
    await sendRecord(server, again);
    const uploads = (await server.requests()).filter(({ path }) => path.endsWith('uploadBlob'));
    expect(uploads).toHaveLength(1);
  });
}
