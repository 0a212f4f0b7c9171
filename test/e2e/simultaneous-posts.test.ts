import { describe, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { getTableInfo, scanTable } from './assertions.ts';
import { type HttpResponse, read } from './http-client.ts';
import { useRunningService } from './running-service.ts';

/** Many concurrent callers of the same resource, over HTTP and with their own function instances. */

const { service, api } = useRunningService();

const POST = { title: 'At once', platforms: ['twitter'] };

const stored = async (entity: string) =>
  (await scanTable(getTableInfo(service))).filter((item) => item.entity === entity);

describe('a thousand concurrent creates with one Idempotency-Key', () => {
  test('create one item; every other is the same response again or 409, and none is a 5xx', async () => {
    const create = () => api('POST', '/content', POST, { 'idempotency-key': 'one' });
    const answers: HttpResponse[] = [];
    // A hundred connections, each sending the next request as soon as it has a response.
    const asking = Array.from({ length: 100 }, async () => {
      for (let time = 0; time < 10; time++) answers.push(await create());
    });
    await Promise.all(asking);
    expect(answers).toHaveLength(1_000);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    const { id } = read(made[0]!, 201, ContentResponse());
    expect((await stored('Content')).map((item) => item.id)).toEqual([id]);
  });
});

describe('sixteen concurrent requests for the same post', () => {
  test('with different Idempotency-Keys make one post; every other is 409 and names it', async () => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { title: 'The same post', platforms: ['twitter'], scheduled_at };
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, key) => api('POST', '/content', body, { 'idempotency-key': `same-${key}` })),
    );
    const [made, ...others] = answers.sort((one, other) => one.status - other.status);
    const { id } = read(made!, 201, ContentResponse());
    for (const { status, text } of others) {
      expect([status, JSON.parse(text)]).toMatchObject([409, { code: 'duplicate_content', content_id: id }]);
    }
  });
});

describe('ten concurrent changes of one item', () => {
  const newItem = async () => {
    const answer = await api('POST', '/content', POST);
    return { id: read(answer, 201, ContentResponse()).id, etag: String(answer.headers.etag) };
  };
  const tenTimes = (change: (number: number) => Promise<HttpResponse>) =>
    Promise.all(Array.from({ length: 10 }, (_, number) => change(number)));

  test('with the same If-Match: one succeeds and nine are 412', async () => {
    const { id, etag } = await newItem();
    const answers = await tenTimes((number) =>
      api('PUT', `/content/${id}`, { title: `Title ${number}` }, { 'if-match': etag }),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    const made = answers.find(({ status }) => status === 200)!;
    const found = await api('GET', `/content/${id}`);
    expect([found.text, found.headers.etag]).toEqual([made.text, made.headers.etag]);
    for (const late of answers.filter(({ status }) => status === 412)) {
      expect(late.headers.etag).toBe(made.headers.etag);
    }
  });

  test('without If-Match, of two fields: none is rejected, and both fields persist', async () => {
    const { id } = await newItem();
    const answers = await tenTimes((number) =>
      api('PUT', `/content/${id}`, number % 2 ? { title: 'New title' } : { description: 'New text' }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const found = read(await api('GET', `/content/${id}`), 200, ContentResponse());
    expect(found).toMatchObject({ title: 'New title', description: 'New text' });
  });
});
