import { beforeEach, expect, it } from 'vitest';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import { callApi, setupApi, type TestRequest } from '../functions/api-harness.ts';
import { LIST_KINDS } from '../functions/list-endpoint-fixtures.ts';
import { newAccount, newContent, newReviewLink, newWebhook } from '../functions/resources.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';

const table = setupApi();
beforeEach(() => {
  table.queryPart = ITEMS_OF_A_MEGABYTE;
});

const ITEMS_OF_A_MEGABYTE = 2_500;
const MANY = 25;
const MAX_FACTOR = 1.5;

/** Stands for the id of an account that has many items. */
const ACCOUNT = 'acc_';

/**
 * Read units that bound the first page of each list, of a caller who is known: a tenth of a look-up, and the page. A page
 * may use `MAX_FACTOR` times as many. Further rows of a list have a filter.
 */
// biome-ignore format: one row per line is what makes it a table.
const READ_UNITS: [OperationId, number, Record<string, string>?][] = [
  ['auth.list-sessions', 29],
  ['auth.list-passkeys', 4],
  ['media.list', 4.8],
  ['content.list', 6.8],
  ['content.list', 14.3, { status: 'draft' }],
  ['content.list', 12.3, { platform: 'twitter' }],
  ['content.list', 17.3, { account_id: ACCOUNT }],
  ['content.list-versions', 4.8],
  ['content.list-comments', 5.8],
  // Besides, whether the member and the key that created a link may approve.
  ['content.list-review-links', 2.8 + 2 / MAX_FACTOR],
  ['schedule.list', 16.3],
  ['accounts.list', 2.8],
  ['team.list-members', 1.8],
  ['team.list-invitations', 4.8],
  ['team.list-invitations', 12.3, { status: 'sent' }],
  ['keys.list', 21.8],
  ['webhooks.list', 1.8],
  ['webhooks.list-deliveries', 14.8],
  ['webhooks.list-deliveries', 13.3, { status: 'exhausted' }],
  ['events.list', 12.8],
  ['events.list', 11.8, { type: 'content.created' }],
  ['problems.list', 0.8],
  ['platforms.list', 0.8],
  ['audit.list', 26.8],
  ['audit.list', 31.8, { from: '2026-08-01T00:00:00Z' }],
  ['notifications.list', 10.8],
  ['team.list-sessions', 3.3],
];

/** Lists with one element. */
const FEW: OperationId[] = ['team.list-members', 'webhooks.list'];

/** Make a request of a list with many elements, or with those of a valid request. */
async function requestOf(operation: OperationId, tenant: Tenant): Promise<TestRequest> {
  const kind = LIST_KINDS.find((each) => each.operation === operation);
  if (operation === 'content.list-review-links') {
    return { token: tenant.token, params: { id: (await newReviewLink(tenant)).content_id } };
  }
  if (operation === 'auth.list-sessions') {
    for (let number = 1; number < MANY; number++) await newSessionCookie(tenant.owner);
  }
  if (!kind || FEW.includes(operation)) return validRequest(operation, tenant);
  const { webhook_id } = await newWebhook(tenant);
  for (let number = 0; number < MANY; number++) await kind.make(tenant, webhook_id, number);
  const params = await kind.params?.(tenant, webhook_id);
  return { token: tenant.token, ...(params ? { params } : {}) };
}

/** Make a request of the items of an account that has many. */
async function requestOfAccount(tenant: Tenant): Promise<TestRequest> {
  const { id } = await newAccount(tenant);
  const fields = { platforms: ['twitter'], accounts: [id] };
  for (let number = 0; number < MANY; number++) await newContent(tenant, { ...fields, description: `Text ${number}` });
  return { token: tenant.token, query: { account_id: id } };
}

it.each(READ_UNITS)('the first page of %s reads at most 1.5 times %d units', async (operation, units, query = {}) => {
  const tenant = await newTenant();
  const asked = query.account_id ? await requestOfAccount(tenant) : { ...(await requestOf(operation, tenant)), query };
  await callApi(operation, asked);
  const unitsBefore = table.unitsRead;
  const { status, text } = await callApi(operation, asked);
  expect(status, text).toBe(200);
  expect(table.unitsRead - unitsBefore).toBeLessThanOrEqual(units * MAX_FACTOR);
});
