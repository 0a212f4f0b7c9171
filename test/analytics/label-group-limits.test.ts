import { describe, expect, it, onTestFinished } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import type { Label } from '../../lib/labels/rules/label.ts';
import { contentLabelEntity } from '../../lib/search/entities/search-index.ts';
import { callApi, type Json, succeed } from '../functions/api-harness.ts';
import { SHORT_QUERY_PART } from '../functions/in-memory-dynamodb.ts';
import { reportMetrics } from '../functions/report-metrics.ts';
import { newContent } from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

async function groups({ token }: Tenant, id: 'performance' | 'rank-content' | 'best-times' | 'trends', query: Json) {
  const given = { ...(id === 'trends' ? { window: '24h' } : {}), ...query } as Record<string, string>;
  const { status, json } = await callApi(`analytics.${id}`, { token, query: given });
  return status === 200 ? (json.groups as Json[]).map(({ name }) => name).sort() : json.code;
}

/** A workspace in which 20,002 items have the label `Large`, and two have `Small` and the campaign `Spring`. */
async function givenLargeLabel(): Promise<Tenant> {
  const tenant = await newTenant();
  const labels = { labels: ['Small', 'Large'], campaign: 'Spring' };
  for (const title of ['One', 'Two']) {
    const { id } = await newContent(tenant, { title, platforms: ['twitter'], ...labels });
    await reportMetrics(tenant, { content_id: id }, { impressions: 100, likes: 1 });
  }
  await processAllChanges(harness);
  const { id: label_id } = storedRecords<Label>(harness, 'Label').find(({ name }) => name === 'Large')!;
  const { id: workspace_id } = tenant.workspace;
  const write = () => {
    const keys = { workspace_id, label_id, content_id: newId('content') };
    return { put: toItem(contentLabelEntity, {}, keys), condition: 'any' } as const;
  };
  for (let batch = 0; batch < 200; batch++) await commit(Array.from({ length: 100 }, write));
  return tenant;
}

describe('groups of a workspace with a label of more than 20,000 items', () => {
  it('count the labels of the requested kind that exist, and of selected items only theirs', async () => {
    // As DynamoDB returns them, a megabyte at once.
    harness.table.queryPart = 5_000;
    onTestFinished(() => {
      harness.table.queryPart = SHORT_QUERY_PART;
    });
    const tenant = await givenLargeLabel();
    for (const id of ['performance', 'rank-content'] as const) {
      expect(await groups(tenant, id, { group_by: 'campaign' })).toEqual(['Spring']);
      expect(await groups(tenant, id, { group_by: 'label', label: 'small' })).toEqual(['Large', 'Small']);
      expect(await groups(tenant, id, { group_by: 'label' })).toBe('too_much_to_compare');
    }
    for (const id of ['best-times', 'trends'] as const) {
      expect(await groups(tenant, id, { group_by: 'label', label: 'small' })).toBeInstanceOf(Array);
    }
    const { id } = storedRecords<Label>(harness, 'Label').find(({ name }) => name === 'Large')!;
    await succeed('labels.delete', { token: tenant.token, params: { id } });
    expect(await groups(tenant, 'performance', { group_by: 'label' })).toEqual(['Small']);
  });
});
