import { describe, expect, it } from 'vitest';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import { PERMISSIONS, type Permission } from '../../lib/core/api/permission.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { callApi, setupApi, storedItems, type TestRequest, type TestResponse } from '../functions/api-harness.ts';
import { alsoNeeded } from '../functions/further-permissions.ts';
import { repeatedRequests } from '../functions/repeated-requests.ts';
import { newRandom } from '../functions/seeded/random.ts';
import { OWN_POLICIES } from '../functions/sign-ins.ts';
import { newId, newToken } from '../functions/tenants.ts';

// Every route with its permissions and without them, walked from the route table; and the table itself compared with a table by hand.

const table = setupApi();
const repeated = repeatedRequests(table);
const rows = allEndpoints();
const withPermissions = rows.filter(([, route]) => typeof route.permissions === 'object');

type Needed = readonly Permission[] | 'token' | 'none';

/** The permissions of each route. The first line that matches a route applies. */
const EXPECTED: [RegExp, Needed][] = [
  [/^POST \/v1\/auth\/token$/, 'none'],
  [/^GET \/v1\/auth\/verify$/, 'token'],
  // By an email, the token in it, or the session cookie: the person has no token yet.
  [/^POST \/v1\/auth\/sign-in(\/link)?$/, 'none'],
  [/^(GET|POST|DELETE) \/v1\/auth\/sessions(\/token|\/\{id\})?$/, 'none'],
  [/^(GET|POST|DELETE) \/v1\/auth\/(sign-in\/)?passkey/, 'none'],
  [/^POST \/v1\/content\/\{id\}\/retry$/, ['content:publish', 'content:write']],
  [/^PUT \/v1\/content\/\{id\}$/, ['content:write', 'content:publish']],
  [/^POST \/v1\/content\/\{id\}\/(approve|request-changes)$/, ['content:approve']],
  [/^GET \/v1\/content\/\{id\}\/approval-statement$/, ['content:approve']],
  [/^(POST|DELETE) \/v1\/content\/\{id\}\/(comments|review-links)/, ['content:write', 'content:approve']],
  [/^GET \/v1\/content/, ['content:read']],
  [/^(POST|PUT|DELETE) \/v1\/content/, ['content:write']],
  [/^GET \/v1\/link-rules/, ['content:read']],
  [/^(POST|PUT|DELETE) \/v1\/link-rules/, ['content:publish']],
  [/^GET \/v1\/media/, ['content:read']],
  [/^(POST|DELETE) \/v1\/media/, ['content:write']],
  [/^GET \/v1\/templates/, ['content:read']],
  [/^(POST|PUT|DELETE) \/v1\/templates/, ['content:write']],
  [/^GET \/v1\/(workspace|platforms)$/, 'token'],
  [/^(GET|PUT) \/v1\/notifications/, 'token'],
  [/^PUT \/v1\/workspace$/, ['team:write']],
  [/^GET \/v1\/schedule/, ['schedule:read', 'content:read']],
  [/^(POST|PUT|DELETE) \/v1\/schedule/, ['schedule:write', 'content:write']],
  [/^GET \/v1\/queues/, ['schedule:read', 'content:read']],
  [/^(POST|PUT|DELETE) \/v1\/queues/, ['schedule:write']],
  [/^(GET \/v1\/recurrences|POST \/v1\/recurrences\/preview)/, ['content:read']],
  [/^(POST|PUT|DELETE) \/v1\/recurrences/, ['schedule:write']],
  [/^GET \/v1\/labels$/, ['content:read']],
  [/^(PUT|DELETE) \/v1\/labels\//, ['content:write']],
  [/^GET \/v1\/halts/, ['schedule:read', 'content:read']],
  [/^(POST|DELETE) \/v1\/halts/, ['schedule:write']],
  [/^GET \/v1\/analytics\//, ['analytics:read']],
  [/^POST \/v1\/engagements$/, ['analytics:write']],
  // The sign-ins of other people.
  [/^GET \/v1\/team\/members\/\{id\}\/sessions$/, ['team:write']],
  [/^GET \/v1\/team\//, ['team:read']],
  // By a token from an email: the invited person has no key yet. See docs/reference/team.md.
  [/^POST \/v1\/team\/invitations\/accept$/, 'none'],
  // By a signature over the body: platforms have no token of ours.
  [/^(GET|POST) \/v1\/inbound\//, 'none'],
  [/^(POST|PUT|DELETE) \/v1\/team\//, ['team:write']],
  [/^GET \/v1\/webhooks/, ['webhooks:read']],
  [/^(POST|PUT|DELETE) \/v1\/webhooks/, ['webhooks:write']],
  [/^GET \/v1\/events/, ['webhooks:read']],
  [/^GET \/v1\/accounts/, ['accounts:read']],
  [/^(POST|PUT|DELETE) \/v1\/accounts/, ['accounts:write']],
  [/^GET \/v1\/keys/, ['keys:read']],
  [/^(POST|PUT|DELETE) \/v1\/keys/, ['keys:write']],
  [/^GET \/v1\/audit/, ['audit:read']],
  [/^(GET|POST|DELETE) \/v1\/stage-keys/, ['stage_keys:write']],
  [/^GET \/v1\/branding$/, ['workspaces:read']],
  [/^(PUT|DELETE) \/v1\/branding$/, ['workspaces:write']],
  [/^GET \/v1\/usage$/, ['analytics:read']],
  // The link of a portal is the secret.
  [/^POST \/v1\/auth\/portal-sessions$/, 'none'],
  [/^GET \/v1\/workspaces/, ['workspaces:read']],
  [/^(POST|PUT|DELETE) \/v1\/workspaces/, ['workspaces:write']],
  // The page of a post on a sandbox account: its id is enough.
  [/^GET \/v1\/sandbox\/posts/, 'none'],
  // A device has no token yet, its refresh token is the secret, and a person decides with the session cookie.
  [/^POST \/v1\/auth\/(device|device\/login|device\/decision|authorization|authorization\/decision|revoke)$/, 'none'],
  // The link of an invitation is the secret; a person who joins has no token.
  [/^POST \/v1\/auth\/invitations/, 'none'],
  [/^GET \/v1\/imports/, ['content:read']],
  [/^(POST|PUT) \/v1\/imports/, ['content:write']],
  [/^(GET|POST) \/v1\/exports/, ['content:read']],
  [/^GET \/v1\/calendar-feeds$/, ['team:read']],
  [/^(POST|DELETE) \/v1\/calendar-feeds/, ['team:write']],
  // The URL of a calendar feed is the secret.
  [/^GET \/v1\/calendar\.ics$/, 'none'],
  // The link of the reviewer, who has no token, is the secret.
  [/^(GET|POST) \/v1\/review$/, 'none'],
  // The consent page sends a person there, who has no token; the state or the token in the query is the secret.
  [/^(GET|POST) \/v1\/connect\/(callback|select)$/, 'none'],
  [/^(GET|POST) \/v1\/auth\/connect$/, 'none'],
  // Servers of Bluesky read it.
  [/^GET \/v1\/connect\/client-metadata\.json$/, 'none'],
  [/^GET \/v1\/connect\//, ['accounts:read', 'accounts:write']],
  [/^POST \/v1\/connect\//, ['accounts:write']],
  [/^GET \/v1\/platform-apps\//, ['accounts:read']],
  [/^(PUT|DELETE|POST) \/v1\/platform-apps\//, ['accounts:write']],
  // The documentation of the service: read without a key.
  [/^GET \/v1\/(problems|docs|openapi\.json)/, 'none'],
];

describe('the permissions of the route table', () => {
  it.each(rows)('%s requires the expected permissions, and no route is public by mistake', (_, route) => {
    const said = EXPECTED.find(([routes]) => routes.test(`${route.method} ${route.path}`));
    expect(route.permissions).toEqual(said?.[1]);
  });
});

/** A request that reaches the operation when the permission is sufficient; ids in it are unknown. */
async function asking(operation: OperationId, permission: Permission | null): Promise<[TestRequest, TestResponse]> {
  const { tenant, good } = await repeated(operation);
  const token = await newToken(tenant, permission ? [permission, ...alsoNeeded(operation)] : []);
  const requestInput = { ...good, ...(good.params ? { params: absent(good.params) } : {}), token };
  const before = storedItems(table);
  const answer = await callApi(operation, { ...requestInput, ...bodyFor(operation, permission) });
  if (answer.status >= 400) expect(storedItems(table)).toEqual(before);
  return [requestInput, answer];
}

const absent = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isId(value) ? newId('content') : value]));

const isId = (text: string) => /^[a-z]+_[0-9A-Z]{26}$/.test(text);

// `content:publish` allows the update for publishing only; an invitation grants what the inviter has.
function bodyFor(operation: string, permission: string | null): TestRequest {
  if (operation === 'content.update' && permission === 'content:publish') return { body: { status: 'published' } };
  if (operation !== 'team.invite') return {};
  return { body: { email: 'new@example.com', role: 'admin', permissions: [permission ?? 'team:write'] } };
}

function expectMissing(answer: TestResponse, needed: readonly string[]): void {
  expect(answer.status, answer.text).toBe(403);
  expect(answer.json).toMatchObject({ code: 'insufficient_scope', required_permissions: needed });
  expect(answer.headers['x-accepted-permissions']).toBe(needed.join(', '));
  expect(answer.headers['www-authenticate']).toMatch(
    new RegExp(`^Bearer realm="[^"]+", error="insufficient_scope", scope="${needed.join(' ')}"$`),
  );
  expect(answer.headers).toHaveProperty('ratelimit');
}

describe.each(withPermissions)('%s', (operation, route) => {
  const needed = route.permissions as readonly string[];
  const insufficient = PERMISSIONS.filter((permission) => !needed.includes(permission));

  it.each([
    ['no permission', []],
    ['all insufficient ones', insufficient],
  ])('with %s is 403 and names the sufficient permissions', async (_, permissions) => {
    const { tenant, good } = await repeated(operation);
    const token = await newToken(tenant, permissions);
    const before = storedItems(table);
    expectMissing(await callApi(operation, { ...good, token }), needed);
    expect(storedItems(table)).toEqual(before);
  });

  it.each(needed)('with %s alone is not rejected for a permission', async (permission) => {
    const [, answer] = await asking(operation, permission as Permission);
    expect(answer.status, answer.text).not.toBe(401);
    expect(answer.status, answer.text).not.toBe(403);
  });
});

describe('a caller', () => {
  it('is rejected exactly if it has none of the permissions that an endpoint names', () => {
    const random = newRandom(1);
    const some = (probability: number) => PERMISSIONS.filter(() => random.chance(probability));
    for (let round = 0; round < 5_000; round++) {
      const needed = [random.pick(PERMISSIONS), ...some(0.1)];
      const permissions = some(0.15);
      const assertion = () => assertAnyPermission({ permissions }, needed);
      if (needed.some((permission) => permissions.includes(permission))) expect(assertion).not.toThrow();
      else expect(assertion).toThrow(expect.objectContaining({ code: 'insufficient_scope' }));
    }
  });
});

describe.each(rows.filter(([, { permissions }]) => permissions === 'token'))('%s', (operation, route) => {
  it('is allowed with a token that has no permission', async () => {
    const [, answer] = await asking(operation, null);
    expect(answer.status, answer.text).toBe(route.status);
  });
});

describe.each(rows.filter(([, { permissions }]) => permissions === 'none'))('%s', (operation, route) => {
  it('is allowed without a token, and ignores one that is sent', async () => {
    for (const token of [undefined, 'unknown']) {
      const { good } = await repeated(operation);
      const answer = await callApi(operation, { ...good, token });
      expect(answer.status, answer.text).toBe(route.status);
      const policy = OWN_POLICIES[operation] ?? '"address";q=10000;w=60';
      expect(answer.headers['ratelimit-policy']).toBe(policy);
    }
  });
});
