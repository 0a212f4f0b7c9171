import { describe, expect, it } from 'vitest';
import { limited } from '../../dashboard/src/api/limited-fetch.ts';

const URL_OF_API = 'https://dashboard.example.com/v1/schedule';
const get = (path = '') => new Request(`${URL_OF_API}${path}`);

/** An API that holds every request until the test answers it. */
function heldApi() {
  const held: { url: string; answer: (status: number) => void }[] = [];
  const send = (request: Request) =>
    new Promise<Response>((resolve) => {
      held.push({ url: request.url, answer: (status) => resolve(new Response('{}', { status })) });
    });
  return { held, send };
}

/** Let everything happen that waits for no answer. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** An API that answers with these statuses in turn. Returns how often it was asked, and the pauses between. */
async function statusOf(request: Request, statuses: number[]) {
  const pauses: number[] = [];
  const bodies: string[] = [];
  const send = limited(
    async (sent) => {
      bodies.push(await sent.text());
      return new Response('{}', { status: statuses.shift() ?? 200 });
    },
    async (ms) => {
      pauses.push(ms);
    },
  );
  const { status } = await send(request);
  return { status, bodies, pauses };
}

describe('the requests of the dashboard', () => {
  it('are at most four at once, and the others follow in their order', async () => {
    const { held, send } = heldApi();
    const fetch = limited(send);
    const answers = Array.from({ length: 12 }, (_, index) => fetch(get(`?page=${index}`)));
    await settle();
    expect(held).toHaveLength(4);
    for (let answered = 0; answered < 12; answered++) {
      held[answered]!.answer(200);
      await settle();
      expect(held.length).toBe(Math.min(12, answered + 5));
    }
    expect(held.map(({ url }) => url)).toEqual(Array.from({ length: 12 }, (_, page) => `${URL_OF_API}?page=${page}`));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  it('leave their place to the next one when they fail', async () => {
    let sent = 0;
    const fetch = limited(async () => {
      sent += 1;
      throw new TypeError('The network has failed.');
    });
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => fetch(get())));
    expect([sent, results.map(({ status }) => status)]).toEqual([9, Array(9).fill('rejected')]);
  });
});

describe('a response with 503', () => {
  it('is followed by a repeat after a pause that becomes longer', async () => {
    const { status, pauses } = await statusOf(get(), [503, 503, 503]);
    expect([status, pauses.length]).toEqual([200, 3]);
    expect(pauses[2]).toBeGreaterThan(pauses[0]!);
  });

  it('is returned after four attempts', async () => {
    const { status, bodies } = await statusOf(get(), [503, 503, 503, 503, 200]);
    expect([status, bodies.length]).toEqual([503, 4]);
  });

  it('to a request with an idempotency key is followed by a repeat with the same body', async () => {
    const request = new Request(URL_OF_API, { method: 'POST', body: '{"a":1}', headers: { 'Idempotency-Key': 'k' } });
    expect((await statusOf(request, [503])).bodies).toEqual(['{"a":1}', '{"a":1}']);
  });

  it('to another change is returned, because the API may have made it', async () => {
    const { status, bodies } = await statusOf(new Request(URL_OF_API, { method: 'PUT', body: '{}' }), [503]);
    expect([status, bodies.length]).toEqual([503, 1]);
  });

  it('is not followed by a repeat of a request that was cancelled', async () => {
    const controller = new AbortController();
    const send = limited(
      async () => new Response('{}', { status: 503 }),
      async () => controller.abort(),
    );
    await expect(send(new Request(URL_OF_API, { signal: controller.signal }))).rejects.toThrow();
  });
});
