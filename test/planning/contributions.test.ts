import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fieldError } from '../../lib/core/problems/request-errors.ts';
import { CONTRIBUTIONS } from '../../lib/planning/contributions.ts';
import { callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newContent, newQueue } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';

const { table } = setupWorkers();
afterEach(() => vi.restoreAllMocks());

/** List the features that a request loads. */
async function featuresOf(send: () => Promise<unknown>): Promise<string[]> {
  const spies = CONTRIBUTIONS.map((row) => vi.spyOn(row, 'load'));
  await send();
  return CONTRIBUTIONS.flatMap(({ feature }, index) => (spies[index]!.mock.calls.length > 0 ? [feature] : []));
}

const atATime = () => ({ scheduled_at: inSeconds(3600) });
const PICTURE = [{ url: 'https://media.example.com/a.jpg', type: 'image' }];

describe('a request for an item', () => {
  it('loads no feature for a draft that names none', async () => {
    const tenant = await newTenant();
    expect(await featuresOf(() => newContent(tenant, { description: 'By {name} and @mention. #summer' }))).toEqual([]);
  });

  it.each<[string, () => Json]>([
    ['duplicate guard', atATime],
    ['labels', () => ({ labels: ['News'] })],
    ['labels', () => ({ campaign: 'Summer' })],
    ['media', () => ({ media: PICTURE })],
    ['media', () => ({ platforms: ['x'], thread: [{ text: 'The second post.' }] })],
    ['templates', () => ({ templates: { variables: {} } })],
  ])('loads %s when it uses them, and nothing else', async (feature, fields) => {
    const tenant = await newTenant();
    expect(await featuresOf(() => newContent(tenant, fields()))).toEqual([feature]);
  });

  it('loads link rules where the workspace has one, and queues for a slot', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant);
    await newQueue(tenant, { name: 'Daily' });
    expect(await featuresOf(() => newContent(tenant, {}))).toEqual([]);
    const queued = await featuresOf(() => newContent(tenant, { queue: 'Daily' }));
    expect(queued).toEqual(['queues', 'link rules', 'duplicate guard']);
  });

  it('reads the link rules once', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant);
    let reads = 0;
    table.fault = (command, input) => {
      if (/Get/.test(command) && JSON.stringify(input).includes('#LINKRULES')) reads += 1;
      return null;
    };
    await newContent(tenant, atATime());
    table.fault = null;
    expect(reads).toBe(1);
  });

  it('has the problem of the first feature in the list, whichever feature ends first', async () => {
    const tenant = await newTenant();
    const labels = Promise.withResolvers<void>();
    const fail = (feature: string, after: Promise<void>, then: () => void) => {
      const resolve = async () => {
        await after;
        then();
        throw fieldError(`/${feature}`, 'rejected', 'It is rejected.');
      };
      const row = CONTRIBUTIONS.find((each) => each.feature === feature)!;
      vi.spyOn(row, 'load').mockResolvedValue({ contribution: () => ({ resolve }) });
    };
    fail('media', labels.promise, () => {});
    fail('labels', Promise.resolve(), labels.resolve);
    const body = { title: 'Summer', platforms: ['twitter'], media: PICTURE, labels: ['News'] };
    const response = await callApi('content.create', { token: tenant.token, body });
    expect(response.json.errors).toMatchObject([{ pointer: '/media' }]);
  });

  it('loads the terms of agents for a key of an agent', async () => {
    const agent = await newAgent(await newTenant());
    const body = { title: 'Summer', platforms: ['twitter'] };
    const send = async () => callApi('content.create', { token: await agent.newToken(), body });
    expect(await featuresOf(send)).toEqual(['agents', 'duplicate guard']);
  });

  it('loads only what a change uses', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const change = (body: Json) =>
      featuresOf(() => callApi('content.update', { token: tenant.token, params: { id }, body }));
    expect(await change({ title: 'Another title' })).toEqual([]);
    expect(await change({ campaign: 'Summer' })).toEqual(['labels']);
  });
});

describe('a handler of content', () => {
  it.each(['create', 'update', 'validate'])('names no feature that contributes: content.%s', (name) => {
    const source = readFileSync(join(import.meta.dirname, `../../functions/content/${name}.ts`), 'utf8');
    const lines = source.split('\n').filter((line) => line !== '' && !line.startsWith('import '));
    expect(source.match(/^import /gm)!.length).toBeLessThanOrEqual(10);
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(source).not.toMatch(/lib\/(duplicates|labels|link-rules|queues|templates|agents)\//);
  });
});
