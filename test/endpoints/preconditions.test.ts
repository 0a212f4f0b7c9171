import { describe, expect, it } from 'vitest';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  setupApi,
  storedItems,
  type TestRequest,
  type TestResponse,
} from '../functions/api-harness.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent } from '../functions/resources.ts';
import { onePerShape } from '../functions/shapes.ts';
import { newTenant, newTenantFor, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';

const table = setupApi();

const marked = (flag: 'etag' | 'ifMatch') => allEndpoints().filter(([, route]) => route[flag]);
const idsOf = (rows: ReturnType<typeof marked>) => rows.map(([operation]) => operation);
const TAGGED = marked('etag');
const HELD = marked('ifMatch');

const matching = (requestInput: TestRequest, tags: string): TestRequest => ({
  ...requestInput,
  headers: { 'content-type': 'application/json', ...requestInput.headers, 'if-match': tags },
});
/** Read the item that an operation changes. A schedule entry is part of its content item. */
const read = async (tenant: Tenant, id: string, operation: OperationId = 'content.get') => {
  if (operation === 'schedule.update') {
    const { json } = await callApi('schedule.list', { token: tenant.token });
    const entry = (json.scheduled_posts as Json[]).find((each) => each.id === id);
    return callApi('content.get', { token: tenant.token, params: { id: String(entry!.content_id) } });
  }
  const get = `${operation.split('.')[0]}.get` as OperationId;
  return callApi(get, { token: tenant.token, params: { id } });
};
const put = (tenant: Tenant, id: string, body: Json, tag?: string) => {
  const requestInput = { token: tenant.token, params: { id }, body };
  return callApi('content.update', tag === undefined ? requestInput : matching(requestInput, tag));
};
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await null;
};

describe('every operation that returns or changes one content item, template, account or workspace', () => {
  it('has a row in the list', () => {
    const ofItems = allEndpoints().filter(([operation]) =>
      /^(content\.(?!list|validate|get-approval|(?:create|delete)-comment|list-review-links|(?:create|revoke)-review-link)|schedule\.update|templates\.(?!list)|accounts\.(?!list|create)|workspaces\.(?!list|deletion|create-portal-session))/.test(
        operation,
      ),
    );
    const changes = ofItems.filter(([, { method, path }]) => method !== 'GET' && path.includes('{id}'));
    expect(idsOf(HELD)).toEqual(idsOf(changes));
    // The workspace stays until the end of its grace period.
    const returned = (operation: string) => operation === 'workspaces.delete' || !operation.endsWith('.delete');
    expect(idsOf(TAGGED)).toEqual(idsOf(ofItems).filter(returned));
  });
});

describe.each(TAGGED)('%s', (operation) => {
  it('returns the entity tag of the same item when it is read afterwards', async () => {
    const tenant = await newTenantFor(operation);
    const answer = await callApi(operation, await validRequest(operation, tenant));
    expect(answer.headers.etag).toMatch(/^"\d+"$/);
    const found = await read(tenant, String(answer.json.id), operation);
    expect(found.headers.etag).toBe(answer.headers.etag);
    if (operation !== 'schedule.update') expect(found.json).toEqual(answer.json);
  });
});

/** A valid request, and the tag of its item. */
async function good(operation: OperationId): Promise<{ requestInput: TestRequest; etag: string }> {
  const tenant = await newTenantFor(operation);
  const requestInput = await validRequest(operation, tenant);
  const { headers } = await read(tenant, requestInput.params!.id!, operation);
  return { requestInput, etag: headers.etag! };
}

async function expectRejected(operation: OperationId, tags: (etag: string) => string): Promise<void> {
  const { requestInput, etag } = await good(operation);
  const before = storedItems(table);
  const answer = await callApi(operation, matching(requestInput, tags(etag)));
  expect([answer.status, answer.json.code]).toEqual([412, 'precondition_failed']);
  expect(answer.headers).toMatchObject({ etag, 'content-type': 'application/problem+json' });
  expect(storedItems(table)).toEqual(before);
}

describe.each(HELD)('%s with If-Match', (operation, route) => {
  it('succeeds for the tag of the item', async () => {
    const { requestInput, etag } = await good(operation);
    const answer = await callApi(operation, matching(requestInput, etag));
    expect(answer.status, answer.text).toBe(route.status);
  });

  it('is 412 with the current tag for another tag, without an effect', async () => {
    await expectRejected(operation, () => '"999"');
  });
});

describe.each(onePerShape(HELD))('the syntax of If-Match of %s', (operation, route) => {
  it.each<[string, (etag: string) => string]>([
    ['any tag, as *', () => '*'],
    ['a list that contains it', (etag) => `"999", W/"1" ,${etag}`],
    ['a list with empty elements that contains it', (etag) => `, ,\t${etag} ,`],
    ['a list of unusual tags that contains it', (etag) => `"a,b", "ü!" , ${etag}`],
  ])('succeeds for %s', async (_, tags) => {
    const { requestInput, etag } = await good(operation);
    const answer = await callApi(operation, matching(requestInput, tags(etag)));
    expect(answer.status, answer.text).toBe(route.status);
  });

  it.each<[string, (etag: string) => string]>([
    ['several other tags', () => '"998","999", ""'],
    ['its own tag as a weak tag', (etag) => `W/${etag}`],
    ['a tag that contains its own', (etag) => `"x,${etag.slice(1)}`],
  ])('is 412 with the current tag for %s, without an effect', (_, tags) => expectRejected(operation, tags));

  it.each(['', ' ', ',', '3', '"3', '"3" "4"', '"3""4"', 'w/"3"', '"a b"', '*, "3"', '"3",x', '"3",*', "'3'"])(
    'is 400 for %j, without an effect',
    async (tags) => {
      const { requestInput } = await good(operation);
      const before = storedItems(table);
      const answer = await callApi(operation, matching(requestInput, tags));
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
      expect(answer.json.detail).toContain('If-Match');
      expect(storedItems(table)).toEqual(before);
    },
  );

  it('is 404 for an unknown item, whatever the tag', async () => {
    const { requestInput, etag } = await good(operation);
    const stranger = await newTenant();
    for (const tags of [etag, '*']) {
      expect((await callApi(operation, { ...matching(requestInput, tags), token: stranger.token })).status).toBe(404);
    }
  });

  it('is read once, also in a header of 100,000 characters', async () => {
    const { requestInput } = await good(operation);
    // A second reading of every character would take minutes. CPU time, because other tests run beside this one.
    const started = process.threadCpuUsage();
    for (const sign of [' ', ',', '"', 'W/', '" ', ' ,']) {
      await callApi(operation, matching(requestInput, `"1"${sign.repeat(100_000 / sign.length)}x`));
    }
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(3_000);
  });
});

describe('an entity tag', () => {
  it('is never the same for two states of an item, through its whole life', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter', 'linkedin'] });
    const seen = new Map<string, string>();
    const look = async () => {
      const { headers, text } = await read(tenant, id);
      expect(seen.get(headers.etag!) ?? text).toBe(text);
      seen.set(headers.etag!, text);
      advanceTime(1_000);
    };
    const at = inSeconds(60);
    const steps: (() => Promise<unknown>)[] = [
      async () => undefined,
      () => put(tenant, id, { title: 'Another' }),
      () => put(tenant, id, { scheduled_at: at }),
      () => put(tenant, id, { scheduled_at: inSeconds(300) }),
      () => put(tenant, id, { status: 'cancelled' }),
      () =>
        callApi('schedule.create', {
          token: tenant.token,
          body: { content_id: id, platforms: ['twitter', 'linkedin'], scheduled_at: inSeconds(0) },
        }),
      () => publishTo(tenant, id, 'twitter', REJECTED),
      () => publishTo(tenant, id, 'linkedin', 'unconfirmed'),
      () =>
        callApi('content.resolve', {
          token: tenant.token,
          params: { id, platform: 'linkedin' },
          body: { outcome: 'failed' },
        }),
      () => callApi('content.retry', { token: tenant.token, params: { id } }),
      () => publishTo(tenant, id, 'twitter', PUBLISHED),
      () => publishTo(tenant, id, 'linkedin', PUBLISHED),
    ];
    for (const step of steps) {
      await step();
      await look();
    }
    expect(seen.size).toBe(steps.length);
    expect(JSON.parse([...seen.values()].at(-1)!).status).toBe('published');
  });

  it('is unchanged when nothing was changed', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const { headers } = await read(tenant, id);
    const answer = await put(tenant, id, { title: 'A title' }, headers.etag);
    expect([answer.status, answer.headers.etag]).toEqual([200, headers.etag]);
  });

  it('is omitted with 202, whose item may be ahead of the stored one', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const { headers } = await read(tenant, id);
    let answer: TestResponse | null = null;
    const asking = put(tenant, id, { status: 'published' }, headers.etag).then((given) => {
      answer = given;
    });
    while (answer === null) {
      await new Promise((resume) => setTimeout(resume, 20));
      advanceTime(5_000);
    }
    await asking;
    expect(answer).toMatchObject({ status: 202, json: { status: 'publishing' } });
    expect((answer as TestResponse).headers).not.toHaveProperty('etag');
  });

  it('of a response returned again under its key is the original one', async () => {
    const tenant = await newTenant();
    const requestInput = {
      token: tenant.token,
      body: { title: 'A', platforms: ['twitter'] },
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
    };
    const first = await callApi('content.create', requestInput);
    await put(tenant, String(first.json.id), { title: 'B' });
    const again = await callApi('content.create', requestInput);
    expect([again.text, again.headers.etag]).toEqual([first.text, first.headers.etag]);
    expect((await put(tenant, String(first.json.id), { title: 'C' }, again.headers.etag)).status).toBe(412);
  });

  it('of a retried POST is not checked again when its key has a response', async () => {
    const tenant = await newTenant();
    const requestInput = await validRequest('content.retry', tenant);
    const { headers } = await read(tenant, requestInput.params!.id!);
    const held = matching({ ...requestInput, headers: { 'idempotency-key': 'one' } }, headers.etag!);
    const first = await callApi('content.retry', held);
    const again = await callApi('content.retry', held);
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text]);
  });
});

/** From "one after the other" to "both at once", in steps of the event loop. */
const DISTANCES = Array.from({ length: 40 }, (_, index) => index * 3);

describe('two concurrent changes of one item', () => {
  it('with the same If-Match: one succeeds, the other is 412, and none is lost', async () => {
    for (const distance of DISTANCES) {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const { headers } = await read(tenant, id);
      const answers = await Promise.all([
        put(tenant, id, { title: 'one' }, headers.etag),
        turns(distance).then(() => put(tenant, id, { description: 'two' }, headers.etag)),
      ]);
      expect(answers.map(({ status }) => status).sort(), `${distance} turns later`).toEqual([200, 412]);
      const made = answers.find(({ status }) => status === 200)!;
      expect((await read(tenant, id)).json).toEqual(made.json);
    }
  });

  it('of different fields, without a tag: both succeed', async () => {
    for (const distance of DISTANCES) {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const answers = await Promise.all([
        put(tenant, id, { title: 'one' }),
        turns(distance).then(() => put(tenant, id, { description: 'two' })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await read(tenant, id)).json).toMatchObject({ title: 'one', description: 'two' });
    }
  });

  it('of which one deletes it: never both', async () => {
    for (const distance of DISTANCES) {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const { headers } = await read(tenant, id);
      const gone = matching({ token: tenant.token, params: { id } }, headers.etag!);
      const [changed, deleted] = await Promise.all([
        put(tenant, id, { title: 'one' }, headers.etag),
        turns(distance).then(() => callApi('content.delete', gone)),
      ]);
      expect([
        [200, 412],
        [404, 200],
      ]).toContainEqual([changed.status, deleted.status]);
      expect((await read(tenant, id)).status).toBe(deleted.status === 200 ? 404 : 200);
    }
  });

  it('twenty with the same If-Match: one succeeds, and none is a 5xx', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const { headers } = await read(tenant, id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => put(tenant, id, { title: `T${number}` }, headers.etag)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
  });

  it('twenty without If-Match, each of its own: the last one stays, and none is a 5xx', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => put(tenant, id, { title: `T${number}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
