import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../lib/core/values/timestamps.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  setupApi,
  storedItems,
  succeed,
} from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool } from '../functions/mcp-client.ts';
import { PUBLISHED, publishTo } from '../functions/publish-step.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const POST = { request_id: 'launch', title: 'Summer', platforms: ['twitter'] };
const count = (entity: string) => storedItems(table).filter((item) => item.entity === entity).length;

/** Draft the post again with a new token. Returns the id of the item, or the error code. */
async function repeat(agent: { newToken: () => Promise<string> }, fields: Json = {}) {
  const { value, error } = await callTool(await agent.newToken(), 'draft_post', { ...POST, ...fields });
  return error?.code ?? (value.post as Json).id;
}

/** Schedule an item as its owner, and publish it at its time. */
async function publish(tenant: Tenant, content_id: string, delayMs: number): Promise<void> {
  const token = await newToken(tenant);
  const body = { content_id, platforms: ['twitter'], scheduled_at: inSeconds(delayMs / 1000) };
  await succeed('schedule.create', { token, body });
  advanceTime(delayMs);
  await publishTo(tenant, content_id, 'twitter', PUBLISHED);
}

describe('a change of an agent that is repeated', () => {
  it('after 25 hours and after 30 days is the first item, and another one is an error', async () => {
    const agent = await newAgent(await newTenant());
    const first = await repeat(agent);
    for (const laterMs of [25 * HOUR_MS, 30 * DAY_MS]) {
      advanceTime(laterMs);
      expect(await repeat(agent)).toBe(first);
      expect(await repeat(agent, { title: 'Winter' })).toBe('idempotency_key_reused');
    }
    expect(count('Content')).toBe(1);
  });

  it('23 hours after the publication of its post is the first item, however late that was', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant);
    const first = await repeat(agent);
    await publish(tenant, String(first), 60 * DAY_MS);
    advanceTime(23 * HOUR_MS);
    expect(await repeat(agent)).toBe(first);
    expect(await repeat(agent, { text: 'Other' })).toBe('idempotency_key_reused');
    expect([count('Content'), count('ScheduleEntry')]).toEqual([1, 1]);
  });

  it('until the expiry of its key has no second effect, and after it has no token', async () => {
    const agent = await newAgent(await newTenant(), {}, { expires_at: inSeconds((366 * DAY_MS) / 1000) });
    const first = await repeat(agent);
    advanceTime(366 * DAY_MS - 60_000);
    expect(await repeat(agent)).toBe(first);
    advanceTime(60_000);
    await expect(repeat(agent)).rejects.toThrow();
    expect(count('Content')).toBe(1);
  });

  it('submits, edits and remarks once', async () => {
    const agent = await newAgent(await newTenant());
    const post_id = await repeat(agent);
    const calls: [string, Json][] = [
      ['edit_draft', { request_id: 'edit', post_id, title: 'Autumn' }],
      ['submit_for_approval', { request_id: 'submit', post_id }],
      ['draft_reply', { request_id: 'reply', post_id, text: 'Thank you!' }],
    ];
    const call = async ([name, given]: [string, Json]) => callTool(await agent.newToken(), name, given);
    const first = [];
    for (const each of calls) first.push(await call(each));
    expect(first.map(({ error }) => error)).toEqual([null, null, null]);
    advanceTime(30 * DAY_MS);
    const before = storedItems(table).filter(({ entity }) => entity === 'Content');
    const again = [];
    for (const each of calls) again.push(await call(each));
    expect(again).toEqual(first);
    expect(storedItems(table).filter(({ entity }) => entity === 'Content')).toEqual(before);
    expect(count('ReviewComment')).toBe(1);
  });

  it('is rejected when the first request was rejected, and stores nothing', async () => {
    const agent = await newAgent(await newTenant());
    expect(await repeat(agent, { accounts: ['acc_01K00000000000000000000000'] })).not.toMatch(/^cnt_/);
    expect(count('Idempotency')).toBe(0);
    expect(await repeat(agent)).toMatch(/^cnt_/);
  });
});

describe('the Idempotency-Key of an agent', () => {
  const create = (token: string, title: string) =>
    callApi('content.create', {
      token,
      body: { title, platforms: ['twitter'] },
      headers: { 'idempotency-key': 'one' },
    });

  it('is independent of that of its workspace: neither takes the key of the other', async () => {
    const tenant = await newTenant();
    const [agent, other] = [await newAgent(tenant), await newAgent(tenant)];
    const answers = [
      await create(agent.token, 'Of an agent'),
      await create(other.token, 'Of another agent'),
      await create(tenant.token, 'Of a person'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await create(agent.token, 'Of an agent')).text).toBe(answers[0]!.text);
    expect((await create(tenant.token, 'Of a person')).text).toBe(answers[2]!.text);
  });

  it('of a request that changes nothing is kept for 24 hours', async () => {
    const agent = await newAgent(await newTenant());
    const validate = async () => {
      const body = { title: 'Summer', platforms: ['twitter'] };
      return callApi('content.validate', {
        token: await agent.newToken(),
        body,
        headers: { 'idempotency-key': 'one' },
      });
    };
    await validate();
    advanceTime(24 * HOUR_MS);
    expect((await validate()).headers).not.toHaveProperty('idempotent-replayed');
  });
});
