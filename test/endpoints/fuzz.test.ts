import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints, endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import { PLATFORM_NAMES } from '../../lib/platforms/api/request-fields.ts';
import { callApi, setupApi, storedItems, type TestRequest, type TestResponse } from '../functions/api-harness.ts';
import { anyBody, anyHeaders, anyParameter, anyQuery, bodyText } from '../functions/fuzz-inputs.ts';
import { repeatedRequests } from '../functions/repeated-requests.ts';
import { onePerShape } from '../functions/shapes.ts';

// For every input: a documented status (the harness validates every response against the document), never a
// 500, a problem when it is rejected, and then no effect. On one endpoint of each shape of declaration.

const table = setupApi();
const repeated = repeatedRequests(table);
const rows = onePerShape(allEndpoints());
const withBody = rows.filter(([, route]) => route.body !== 'none');
const withPath = rows.filter(([, route]) => route.path.includes('{'));

/** A request derived from a valid one, on the same table as every other. */
async function sent(operation: OperationId, corrupt: (good: TestRequest) => TestRequest): Promise<TestResponse> {
  const { good, before } = await repeated(operation);
  const answer = await callApi(operation, corrupt(good));
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status < 400) return answer;
  const isPage = endpointOf(operation).errorPages?.includes(answer.status) === true;
  const types = ['application/problem+json', ...(isPage ? ['text/html; charset=utf-8'] : [])];
  expect(types).toContain(answer.headers['content-type']);
  expect((answer.json.errors as unknown[] | undefined)?.length ?? 0).toBeLessThanOrEqual(20);
  expect(storedItems(table)).toEqual(before);
  return answer;
}

const always = <T>(numRuns: number, arbitrary: fc.Arbitrary<T>, holds: (made: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, holds), { numRuns });

describe.each(withBody)('%s with any body', (operation) => {
  it('responds as documented, never with a 500, and a rejection has no effect', async () => {
    await always(50, anyBody, async (made) => {
      await sent(operation, ({ body, ...good }) => ({ ...good, text: bodyText(made, body ?? {}) }));
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    });
  });
});

describe.each(rows)('%s with any query', (operation, route) => {
  it('responds as documented, never with a 500, and a rejection has no effect', async () => {
    const known = Object.keys(route.query.shape);
    await always(known.length > 0 ? 40 : 10, anyQuery(known), async (query) => {
      const answer = await sent(operation, (good) => ({ ...good, query }));
      // Platforms add parameters of their own to their verification requests.
      const isOpen = route.query.def.catchall instanceof z.ZodMiniUnknown;
      if (isOpen) return;
      if (Object.keys(query).some((name) => !known.includes(name))) expect(answer.status).toBe(400);
    });
  });
});

describe.each(withPath)('%s with any path', (operation, route) => {
  it('is rejected as documented, without an effect', async () => {
    const names = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name!);
    const made = fc.record({ name: fc.constantFrom(...names), value: anyParameter });
    await always(40, made, async ({ name, value }) => {
      const answer = await sent(operation, (good) => ({
        ...good,
        params: { ...good.params, [name]: value },
      }));
      // A short text can be the name of a platform, which is valid in its place (`x` is one).
      if (!PLATFORM_NAMES.some((platform) => platform === value)) expect([404, 422]).toContain(answer.status);
    });
  });
});

describe.each(rows)('%s with any headers', (operation) => {
  it('responds as documented, never with a 500, and a rejection has no effect', async () => {
    await always(15, anyHeaders, async (made) => {
      await sent(operation, (good) => ({ ...good, headers: { ...good.headers, ...made } }));
    });
  });
});
