import { describe, expect, it } from 'vitest';
import { instagramPublisher as instagram } from '../../../lib/platforms/instagram/adapter/publish.ts';
import type { PreparedState } from '../../../lib/platforms/kit/publisher.ts';
import { ACCOUNTS, makeConnection, makePreparation, startServer } from '../platforms.ts';

const account = ACCOUNTS.instagram;
const FINISHED = { id: '1', status_code: 'FINISHED', status: 'FINISHED' };

describe('A carousel', () => {
  const carousel = {
    text: 'All of them',
    media: ['a', 'b', 'c'].map((name) => ({ url: `https://media.example/${name}.jpg`, type: 'image' as const })),
  };

  /** An Instagram that numbers containers from 31, and answers the one that contains the others with `rejection`. */
  async function prepareCarousel(saved: PreparedState, hasTime = () => true, rejection?: object) {
    let made = 30;
    await using server = await startServer((request, response) => {
      const isNew = request.method === 'POST';
      const isRejected = rejection && server.bodies.at(-1)?.includes('CAROUSEL');
      const body = isRejected ? { error: rejection } : isNew ? { id: String(++made) } : FINISHED;
      response.writeHead(isRejected ? 400 : 200).end(JSON.stringify(body));
    });
    const preparation = makePreparation(saved, hasTime);
    const outcome = await instagram.prepare(carousel, account, makeConnection(server.origin), preparation);
    const created = server.bodies.filter((body) => body !== '').map((body) => JSON.parse(body));
    return { outcome, created, saved: preparation.saved };
  }

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  it('saves the container of each image, and stops when no time is left', async () => {
    let steps = 0;
    const { outcome, created, saved } = await prepareCarousel({}, () => ++steps <= 2);
    expect(outcome).toMatchObject({
      outcome: 'unfinished',
      error: { code: 'preparation_slow', message: expect.stringContaining('2 of 3') },
    });
    expect(created).toHaveLength(2);
    expect(saved).toEqual({ childIds: ['31', '32'], createdAt: expect.any(String) });
  });

  it('continues with the containers of earlier attempts, in the order of the images', async () => {
    const { outcome, created } = await prepareCarousel({ childIds: ['11', '12'], createdAt: minutesAgo(2) });
    expect(outcome).toEqual({ outcome: 'prepared', preparation: { containerId: '32' } });
    expect(created).toEqual([
      { image_url: 'https://media.example/c.jpg', is_carousel_item: true },
      { media_type: 'CAROUSEL', children: '11,12,31', caption: 'All of them' },
    ]);
  });

  it('starts over with containers that would expire soon', async () => {
    const { created } = await prepareCarousel({ childIds: ['11', '12'], createdAt: minutesAgo(13 * 60) });
    expect(created).toHaveLength(4);
  });

  it.each([
    ['not finished, within five minutes', 1, { code: 9007, error_subcode: 2207027 }, 'unfinished', true],
    ['not finished, after five minutes', 6, { code: 9007, error_subcode: 2207027 }, 'retry', false],
    ['gone', 1, { code: 24, error_subcode: 2207006 }, 'retry', false],
    ['complete, but Instagram fails', 1, { code: 2 }, 'retry', true],
  ])(
    'whose images are %s is continued or prepared again accordingly',
    async (_what, minutes, rejection, expected, isKept) => {
      const earlier = { childIds: ['11', '12', '13'], createdAt: minutesAgo(minutes) };
      const { outcome, saved } = await prepareCarousel(earlier, () => true, rejection);
      expect(outcome).toMatchObject({ outcome: expected });
      expect(saved).toEqual(isKept ? earlier : {});
    },
  );
});
