import { describe, expect, it } from 'vitest';
import { linkedinPublisher } from '../../../lib/platforms/linkedin/adapter/publish.ts';
import { ACCOUNTS, makeConnection, makePreparation, startServer, TOKEN } from '../platforms.ts';
import { makeLibrary, makeVideo } from '../videos.ts';

const SIZE = 1_000;
type Instruction = { uploadUrl: string; firstByte: number; lastByte: number };

/** Prepare a video at a server that begins its upload with these parts. */
async function prepareWith(toParts: (origin: string) => Instruction[], etag: string | null = '"part-1"') {
  const puts: { headers: object }[] = [];
  await using server = await startServer((request, response) => {
    const answer = (body: object) => response.end(JSON.stringify(body));
    if (request.method === 'PUT') {
      puts.push({ headers: request.headers });
      if (etag !== null) response.setHeader('etag', etag);
      return void response.end();
    }
    if (request.url!.includes('initializeUpload')) {
      return answer({
        value: { video: 'urn:li:video:C5', uploadToken: '', uploadInstructions: toParts(server.origin) },
      });
    }
    return answer({ status: 'AVAILABLE' });
  });
  const preparation = makePreparation(null);
  const media = [makeVideo({ size_bytes: SIZE })];
  const connection = { ...makeConnection(server.origin), openMedia: makeLibrary().openMedia };
  const outcome = await linkedinPublisher.prepare({ text: 'Hello', media }, ACCOUNTS.linkedin, connection, preparation);
  return { outcome, saved: preparation.saved, puts, bodies: server.bodies };
}

const whole = (uploadUrl: string): Instruction[] => [{ uploadUrl, firstByte: 0, lastByte: SIZE - 1 }];

describe('the parts of a video for LinkedIn', () => {
  it('are sent to signed URLs without the token, and confirmed by their ETags without quotation marks', async () => {
    const { outcome, puts, bodies } = await prepareWith((origin) => whole(`${origin}/part?sig=1`));
    expect(outcome).toMatchObject({ outcome: 'prepared', preparation: { videoUrn: 'urn:li:video:C5' } });
    expect(puts).toHaveLength(1);
    expect(JSON.stringify(puts)).not.toContain(TOKEN);
    expect(bodies.join()).toContain('"uploadedPartIds":["part-1"]');
  });

  it.each<[string, (origin: string) => Instruction[]]>([
    ['leave a gap', (o) => [{ uploadUrl: o, firstByte: 1, lastByte: SIZE - 1 }]],
    ['end before the file', (o) => [{ uploadUrl: o, firstByte: 0, lastByte: SIZE - 2 }]],
    ['are out of order', (o) => [...whole(o), { uploadUrl: o, firstByte: 0, lastByte: 1 }]],
    ['are missing', () => []],
    ['belong to another server', () => whole('https://linkedin.com.example/part')],
    ['have a URL that cannot be stored', (o) => whole(`${o}/${'a'.repeat(2_048)}`)],
    [
      'are too many for an entry',
      (o) => Array.from({ length: SIZE }, (_, at) => ({ uploadUrl: o, firstByte: at, lastByte: at })),
    ],
  ])('that %s are not uploaded', async (_, toParts) => {
    const { outcome, puts, saved } = await prepareWith(toParts);
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'no_id' } });
    expect([puts, saved]).toEqual([[], null]);
  });

  it('that are not confirmed by an ETag are uploaded again by the next attempt', async () => {
    const { outcome, saved } = await prepareWith((origin) => whole(`${origin}/part`), null);
    expect(outcome).toMatchObject({ outcome: 'retry' });
    expect(saved).toMatchObject({ etags: [] });
  });
});
