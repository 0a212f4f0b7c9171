import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { moveEntries } from '../../lib/content/rules/schedule/scheduling.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { compareTimeZones } from '../../tools/cli/time-zones.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { newAccount, newContent, newMember, newTemplate } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { newLinkRule } from './new-link-rule.ts';

/** Link rules, and another feature. The clock is at 10:00:30 on Monday, 3 August 2026. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const POST = { description: 'See https://example.com/a', platforms: ['twitter'] };
const textWith = (query: string) => `See https://example.com/a?${query}`;
const textOf = async (tenant: Tenant, id: string) => {
  const [first] = (await contentOf(tenant, id)).published_texts as { texts: string[] }[];
  return first?.texts[0];
};
const published = async () => (await platforms().posts()).map(({ text }) => text);

async function call(tenant: Tenant, operation: Parameters<typeof callApi>[0], id: string, body?: Json): Promise<Json> {
  const answer = await callApi(operation, { token: await newToken(tenant), params: { id }, ...(body ? { body } : {}) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}

/** Let the worker attempt to publish the newest target of an item now. */
async function attempt(tenant: Tenant, id: string): Promise<Json> {
  const target = ((await contentOf(tenant, id)).targets as Json[]).at(-1)!;
  const due = { workspace_id: tenant.workspace.id, schedule_id: String(target.schedule_id) };
  await onPublishDue(due, lambdaContext());
  return ((await contentOf(tenant, id)).targets as Json[]).at(-1)!;
}

describe('link rules and templates', () => {
  it('apply to the URLs of snippets, signatures and variables, and a later template changes no parameter', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant);
    const templates = [
      await newTemplate(tenant, { name: 'Launch', text: 'https://example.com/snippet {{url}}' }),
      await newTemplate(tenant, { kind: 'signature', name: 'Team', text: 'https://example.com/signature' }),
    ];
    const variables = { url: 'https://example.com/variable' };
    const names = { snippet: 'Launch', signature: 'Team', variables };
    const { id } = await newContent(tenant, {
      ...{ platforms: ['twitter'], scheduled_at: inSeconds(3600), templates: names },
    });
    const urls = ['snippet', 'variable', 'signature'].map((path) => `https://example.com/${path}?utm_source=twitter`);
    const text = `${urls[0]} ${urls[1]}\n\n${urls[2]}`;
    expect(await textOf(tenant, id)).toBe(text);
    for (const template of templates) {
      await call(tenant, 'templates.update', template.id, { text: 'https://example.com/other' });
      await call(tenant, 'templates.delete', template.id);
    }
    expect(await textOf(tenant, id)).toBe(text);
  });
});

describe('link rules and agents', () => {
  it('are changed by no agent key', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { id } = await newLinkRule(tenant);
    const body = { scope: 'workspace', parameters: { utm_source: 'agent' } };
    const statuses = [
      await callApi('link-rules.create', { token, body }),
      await callApi('link-rules.update', { token, params: { id }, body }),
      await callApi('link-rules.delete', { token, params: { id } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403]);
    const { json } = await callApi('link-rules.list', { token: tenant.token });
    expect(json.link_rules).toMatchObject([{ id, parameters: { utm_source: '{platform}' } }]);
  });

  it('are in the submission of an agent, and a person approves and publishes exactly these parameters', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const rule = await newLinkRule(tenant, { parameters: { utm_source: 'first' } });
    const { token } = await newAgent(tenant);
    const person = await sessionToken(await newMember(tenant, 'approver'));
    const { id } = await newContent({ ...tenant, token }, POST);
    const submitted = await callApi('content.submit', { token, params: { id }, body: {} });
    expect(submitted.json.published_texts).toMatchObject([{ texts: [textWith('utm_source=first')] }]);
    const { content_hash } = submitted.json.approval as Json;
    await call(tenant, 'link-rules.update', rule.id, { scope: 'workspace', parameters: { utm_source: 'second' } });
    await succeed('content.approve', {
      token: person,
      params: { id },
      body: { content_hash },
    });
    await call(tenant, 'content.update', id, { scheduled_at: inSeconds(60) });
    advanceTime(60_000);
    expect(await attempt(tenant, id)).toMatchObject({ status: 'published' });
    expect(await published()).toEqual([textWith('utm_source=first')]);
  });
});

describe('link rules and accounts', () => {
  it('give a post the parameters of its platform, also when another account becomes the default', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await newLinkRule(tenant);
    const { id } = await newContent(tenant, { ...POST, scheduled_at: inSeconds(60) });
    const other = await newAccount(tenant, { external_id: '42' });
    await call(tenant, 'accounts.update', other.id, { is_default: true });
    await processAllChanges(harness);
    advanceTime(60_000);
    expect(await attempt(tenant, id)).toMatchObject({ status: 'published' });
    expect(await published()).toEqual([textWith('utm_source=twitter')]);
  });

  it('leave a failed post its parameters when its account is connected again before a retry', async () => {
    const tenant = await newTenant();
    const account = String((await connect(tenant, 'twitter')).id);
    const rule = await newLinkRule(tenant);
    const { id } = await newContent(tenant, { ...POST, accounts: [account], scheduled_at: inSeconds(60) });
    await platforms().script('twitter', '402');
    advanceTime(60_000);
    expect(await attempt(tenant, id)).toMatchObject({ status: 'failed' });
    await call(tenant, 'link-rules.delete', rule.id);
    await call(tenant, 'accounts.delete', account);
    await processAllChanges(harness);
    const again = await connect(tenant, 'twitter');
    await call(tenant, 'content.retry', id, {});
    expect(await attempt(tenant, id)).toMatchObject({ status: 'published', account_id: again.id });
    expect(await published()).toEqual([textWith('utm_source=twitter')]);
  });
});

describe('the parameter `{date}` and time zones', () => {
  const dated = (day: string) => textWith(`utm_campaign=${day}`);

  it.each([
    ['2026-08-21T00:30', 'Europe/Berlin', '2026-08-20'],
    ['2026-08-21T09:00', 'Pacific/Auckland', '2026-08-20'],
    ['2026-08-20T21:00', 'America/New_York', '2026-08-21'],
  ])('is for %s in %s the UTC date %s', async (local, time_zone, day) => {
    const tenant = await newTenant();
    await newLinkRule(tenant, { parameters: { utm_campaign: '{date}' } });
    const { id } = await newContent(tenant, { ...POST, scheduled_at: { local, time_zone } });
    expect(await textOf(tenant, id)).toBe(dated(day));
  });

  it('stays when the operator moves a post to the present rules of its zone', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant, { parameters: { utm_campaign: '{date}' } });
    const [oldAt, at] = ['2026-08-19T23:00:00.000Z', '2026-08-20T00:00:00.000Z'];
    const { id } = await newContent(tenant, { ...POST, scheduled_at: oldAt });
    // Scheduled while other rules gave the local time another instant.
    const local = { local: '2026-08-20T02:00', time_zone: 'Europe/Berlin' };
    const state = (await loadContentState(tenant.workspace.id, id))!;
    await commit(contentWrites(state, moveEntries(state.content, state.entries, oldAt, 'grp_old', Date.now(), local)));
    await compareTimeZones([], true, () => {});
    expect(await contentOf(tenant, id)).toMatchObject({ scheduled_at: at, scheduled_local: local });
    expect(await textOf(tenant, id)).toBe(dated('2026-08-19'));
  });
});

describe('the link rule of a removed member', () => {
  it('still applies, and another member changes and deletes it', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'admin');
    const rule = await newLinkRule({ ...tenant, token: member.token });
    await call(tenant, 'team.remove-member', member.id);
    await processAllChanges(harness);
    const textOfNew = async (scheduled_at: string) =>
      textOf(tenant, (await newContent(tenant, { ...POST, scheduled_at })).id);
    expect(await textOfNew(inSeconds(3600))).toBe(textWith('utm_source=twitter'));
    await call(tenant, 'link-rules.update', rule.id, { scope: 'workspace', parameters: { utm_source: 'other' } });
    expect(await textOfNew(inSeconds(2 * 86_400))).toBe(textWith('utm_source=other'));
    await call(tenant, 'link-rules.delete', rule.id);
    expect(await textOfNew(inSeconds(4 * 86_400))).toBeUndefined();
  });
});
