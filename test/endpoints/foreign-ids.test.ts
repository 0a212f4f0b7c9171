import { describe, expect, it } from 'vitest';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import { isForStageKeys } from '../../lib/core/api/define-operation.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import {
  callApi,
  isRateLimitCommand,
  type Json,
  setupApi,
  storedItems,
  type TestRequest,
  type TestResponse,
} from '../functions/api-harness.ts';
import { newAccount, newContent } from '../functions/resources.ts';
import { newTenant, newTenantFor, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';

// Another workspace's resource and an unknown one are the same to a caller: in the path, in the body and
// in the query, byte for byte, and in the reads of the table. Walks the route table.

const table = setupApi();
// A stage key acts on all workspaces: `test/workspaces` has what it may not name.
const rows = allEndpoints().filter(([, route]) => !isForStageKeys(route));

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;
const ANY_ID = /\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** An id of the same kind and time that does not exist. */
const absentIn = (id: string) => `${id.slice(0, -8)}00000000`;

/** The response without the request counts, which increase. */
function uncounted({ status, headers, text }: TestResponse) {
  const { ratelimit: _, 'x-ratelimit-remaining': __, ...same } = headers;
  return { status, headers: same, text };
}

/** The response, the effects and the table reads of a request, by a caller that is already cached. */
async function observed(operation: OperationId, caller: Tenant, asked: TestRequest) {
  await callApi('auth.verify', { token: caller.token });
  const before = storedItems(table);
  const commands: string[] = [];
  table.fault = (command, input) => {
    if (!isRateLimitCommand(input)) commands.push(command);
    return null;
  };
  const headers = {
    ...asked.headers,
    'x-request-id': 'same',
    ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await callApi(operation, { ...asked, token: caller.token, headers });
  table.fault = null;
  expect(storedItems(table)).toEqual(before);
  return { ...uncounted(answer), commands };
}

/** Every position of an id in a body, as the names that lead to it. */
function idsIn(value: unknown): string[][] {
  if (typeof value === 'string') return ID.test(value) ? [[]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => idsIn(each).map((path) => [name, ...path]));
}

function at(value: unknown, path: string[]): string {
  return path.reduce<unknown>((inside, name) => (inside as Json)[name], value) as string;
}

function withId(body: unknown, path: string[], id: string): unknown {
  const changed = structuredClone(body);
  const inside = path.slice(0, -1).reduce<unknown>((each, name) => (each as Json)[name], changed) as Json;
  inside[path.at(-1)!] = id;
  return changed;
}

// The page of a sandbox post is public: its id is enough. The platform, in `POST /connect/{id_or_platform}`, is no id.
const withParams = rows.filter(
  ([id, { path }]) =>
    !['sandbox.get-post', 'connect.create'].includes(id) && /\{(id|id_or_platform|[a-z_]+_id)\}/.test(path),
);
const paramsOf = (path: string) => [...path.matchAll(/\{(id|id_or_platform|[a-z_]+_id)\}/g)].map(([, name]) => name!);

describe.each(withParams)('%s: an id in its path', (operation, route) => {
  it.each(paramsOf(route.path))(
    '(%s) of another workspace and one that does not exist are 404, byte for byte alike, and have no effect',
    async (name) => {
      const [owner, stranger] = [await newTenant(), await newTenant()];
      const theirs = (await validRequest(operation, owner)).params![name]!;
      expect(theirs).toMatch(ID);
      // Every other id of the request is the caller's own.
      const asked = await validRequest(operation, stranger);
      const askFor = (id: string) =>
        observed(operation, stranger, { ...asked, params: { ...asked.params, [name]: id } });
      const foreign = await askFor(theirs);
      expect(foreign.status, foreign.text).toBe(404);
      expect(foreign).toEqual(await askFor(absentIn(theirs)));
      expect(foreign.text).not.toContain(theirs);
    },
  );
});

// Without a caller no id is foreign; a key's own id in a token request is a name, not a resource.
const withBody = rows.filter(([, { body, permissions }]) => body !== 'none' && permissions !== 'none');

describe.each(withBody)('%s: ids in its body', (operation) => {
  it('of another workspace and unknown ones have the same response, byte for byte, and no effect', async () => {
    const [owner, stranger] = [await newTenant(), await newTenant()];
    const theirs = (await validRequest(operation, owner)).body;
    const asked = await validRequest(operation, stranger);
    for (const path of idsIn(theirs)) {
      const askFor = (id: string) => observed(operation, stranger, { ...asked, body: withId(asked.body, path, id) });
      const id = at(theirs, path);
      const foreign = await askFor(id);
      const absent = await askFor(absentIn(id));
      expect({ ...foreign, text: foreign.text.replaceAll(id, absentIn(id)) }).toEqual(absent);
    }
  });
});

it('the search in bodies finds the ids that bodies have', async () => {
  const found: Record<string, string[]> = {};
  for (const [operation] of withBody) {
    const { body } = await validRequest(operation, await newTenantFor(operation));
    const names = idsIn(body).map((path) => path.at(-1)!);
    if (names.length > 0) found[operation] = names;
  }
  expect(found).toMatchObject({ 'schedule.create': ['content_id'], 'engagements.create': ['content_id'] });
});

/** How to create the resources that a query may name. A parameter that is missing here must be added. */
const NAMED_IN_QUERIES: Record<string, (owner: Tenant) => Promise<string>> = {
  account_id: async (owner) => {
    const { id } = await newAccount(owner);
    await newContent(owner, { scheduled_at: '2026-08-04T10:00:00Z' });
    return String(id);
  },
  content_id: async (owner) => (await newContent(owner, { scheduled_at: '2026-08-04T10:00:00Z' })).id,
};

const withQueryIds = rows.flatMap(([operation, { query }]) =>
  Object.keys(query.shape)
    // The id of an account on its platform belongs to no workspace.
    .filter((name) => name.endsWith('_id') && name !== 'external_id')
    .map((name) => [operation, name] as const),
);

describe.each(withQueryIds)('%s: %s in its query', (operation, name) => {
  it('of another workspace and unknown ones have the same response, byte for byte', async () => {
    const [owner, stranger] = [await newTenant(), await newTenant()];
    const theirs = await NAMED_IN_QUERIES[name]!(owner);
    const asked = await validRequest(operation, stranger);
    const askFor = (id: string) => observed(operation, stranger, { ...asked, query: { [name]: id } });
    const foreign = await askFor(theirs);
    expect(foreign.text).not.toContain(theirs);
    expect(foreign).toEqual(await askFor(absentIn(theirs)));
  });
});

const withoutIds = rows.filter(
  ([, { method, path, permissions }]) => method === 'GET' && !path.includes('{') && permissions !== 'none',
);

describe('workspaces with one resource of every kind', () => {
  let everything: Item[] | undefined;

  async function createEverything(): Promise<Item[]> {
    for (const [each] of rows) await validRequest(each, await newTenantFor(each));
    return storedItems(table);
  }

  it.each(withoutIds)('return nothing of their own to another workspace that calls %s', async (operation) => {
    everything ??= await createEverything();
    table.clear();
    everything.forEach(table.insert);
    const ids = new Set(everything.flatMap((item) => JSON.stringify(item).match(ANY_ID) ?? []));
    const stranger = await newTenant();
    expect(ids.size).toBeGreaterThan(20);
    const { status, text } = await callApi(operation, { token: stranger.token });
    expect(status).toBe(200);
    expect((text.match(ANY_ID) ?? []).filter((id) => ids.has(id))).toEqual([]);
  });
});
