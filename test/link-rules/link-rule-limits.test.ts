import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, storedItems } from '../functions/api-harness.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { newLinkRule } from './new-link-rule.ts';

/** Link rules that the table could not store, neither as one item of the table nor in a content item. */

const harness = setupWorkers();

const LONG = '😀'.repeat(200);
const NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];
/** A rule of more than 4,000 bytes. */
const rule = { scope: 'workspace', parameters: Object.fromEntries(NAMES.map((name) => [name, LONG])) };

async function newLargeRules(tenant: Tenant, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await newLinkRule(tenant, rule);
}

describe('the link rules of a workspace', () => {
  it('have at most 150,000 bytes together, which the audit log can record', async () => {
    const tenant = await newTenant();
    const { token } = tenant;
    const small = await newLinkRule(tenant);
    await newLargeRules(tenant, 34);
    await processAllChanges(harness);
    await newLargeRules(tenant, 1);
    await processAllChanges(harness);
    // The last change, with all rules before and after it.
    const recorded = storedItems(harness.table).filter(({ entity, operation }) => {
      return entity === 'AuditEntry' && operation === 'link-rules.create';
    });
    expect(recorded).toHaveLength(2);
    const problem = { status: 409, json: { code: 'link_rule_limit' } };
    expect(await callApi('link-rules.create', { token, body: rule })).toMatchObject(problem);
    const params = { id: String(small.id) };
    expect(await callApi('link-rules.update', { token, params, body: rule })).toMatchObject(problem);
  });
});

describe('an item', () => {
  it('is rejected with 422 when the rules for its URLs have more than 100,000 bytes', async () => {
    const tenant = await newTenant();
    await newLargeRules(tenant, 30);
    const { id } = await newContent(tenant, { description: 'https://example.com', platforms: ['twitter'] });
    const request = { token: tenant.token, params: { id: String(id) }, body: { scheduled_at: inSeconds(600) } };
    const { status, json } = await callApi('content.update', request);
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/platforms', code: 'content_too_large' }]]);
  });

  it('does not count the rules for other hosts than those of its URLs', async () => {
    const tenant = await newTenant();
    for (let made = 0; made < 30; made++) await newLinkRule(tenant, { ...rule, hosts: ['other.example'] });
    await newLinkRule(tenant, { hosts: ['example.com'] });
    const body = { description: 'https://shop.example.com', platforms: ['twitter'], scheduled_at: inSeconds(600) };
    const { published_texts } = await newContent(tenant, body);
    expect(published_texts).toMatchObject([{ texts: ['https://shop.example.com?utm_source=twitter'] }]);
  });
});
