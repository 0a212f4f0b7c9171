import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { formatInstant } from '../core/values/timestamps.ts';
import { newLabelWrites } from './store/labels.ts';

export const samples = defineSamples({
  path: '/v1/labels/{id}',
  make: async ({ create, unique, request }) => {
    const name = `Label ${unique()}`;
    await create('/content', { title: `Of ${name}`, platforms: ['twitter'], labels: [name] });
    const { labels } = (await request('GET', '/labels')) as { labels: { id: string; name: string }[] };
    return { id: labels.find((label) => label.name === name)!.id };
  },
  // No item has them.
  ids: [sampleId('label', 0), sampleId('label', 1)],
  store: ({ workspace_id, created_by, nowMs }, ids) => {
    const fields = { workspace_id, kind: 'label', created_by, created_at: formatInstant(nowMs), version: 0 } as const;
    return newLabelWrites(ids.map((id, index) => ({ id, name: `Sample label ${index}`, ...fields })));
  },
});

/** What the OpenAPI document cannot express, by operation. */
export const inexpressible: Record<string, readonly RegExp[]> = { 'PUT /labels/{id}': VISIBLE_TEXT };
