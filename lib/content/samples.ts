import { defineSamples, type SampleMaker, sampleId } from '../core/api/define-samples.ts';
import { formatInstant } from '../core/values/timestamps.ts';
import { SAMPLE_REVIEW_TOKEN } from './api/review/sample-token.ts';
import { newLabelWrites } from './store/labels.ts';

const ITEM = '/v1/content/{id}';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Make an item that waits for the approval of anybody who may approve, also of its author. */
async function submitted({ make, request }: SampleMaker): Promise<Record<string, string>> {
  await request('PUT', '/workspace', { authors_may_approve: true });
  const { id } = await make(ITEM);
  await request('POST', `/content/${id}/submit`, {});
  return { id: id! };
}

async function reviewLink({ make, request }: SampleMaker): Promise<Record<string, string>> {
  const { id } = await make(ITEM);
  const body = { name: 'Ada Example', permission: 'comment' };
  const link = (await request('POST', `/content/${id}/review-links`, body)) as { id: string; url: string };
  return { id: id!, link_id: link.id, [SAMPLE_REVIEW_TOKEN]: new URL(link.url).searchParams.get('token')! };
}

export const samples = defineSamples(
  {
    path: ITEM,
    make: async ({ create, unique }) => ({
      id: await create('/content', { title: `A draft ${unique()}`, platforms: ['twitter', 'linkedin'] }),
    }),
  },
  {
    path: ITEM,
    operations: ['content.get', 'content.get-approval'],
    make: async ({ create, unique }) => ({
      id: await create('/content', { title: `Later ${unique()}`, platforms: ['twitter'], scheduled_at: inAnHour() }),
    }),
  },
  {
    path: ITEM,
    operations: [
      'content.approve',
      'content.get-approval-statement',
      'content.list-versions',
      'content.request-changes',
      'content.withdraw',
    ],
    make: submitted,
  },
  {
    path: '/v1/content/{id}/comments/{comment_id}',
    make: async ({ make, create }) => {
      const { id } = await make(ITEM);
      return { id: id!, comment_id: await create(`/content/${id}/comments`, { body: 'A remark' }) };
    },
  },
  { path: '/v1/content/{id}/review-links/{link_id}', make: reviewLink },
  { path: '/v1/content/{id}/review-links/{link_id}', operations: ['review.show'], make: reviewLink },
  {
    path: '/v1/schedule/{id}',
    make: async ({ make, create }) => {
      const { id: content_id } = await make(ITEM);
      const body = { content_id, platforms: ['twitter'], scheduled_at: inAnHour() };
      return { id: await create('/schedule', body, 'schedule_id') };
    },
  },
  {
    path: '/v1/labels/{id}',
    make: async ({ create, unique, request }) => {
      const name = `Label ${unique()}`;
      await create('/content', { title: `Of ${name}`, platforms: ['twitter'], labels: [name] });
      const { labels } = (await request('GET', '/labels')) as { labels: { id: string; name: string }[] };
      return { id: labels.find((label) => label.name === name)!.id };
    },
    // No item has them.
    ids: [sampleId('lbl', 0), sampleId('lbl', 1)],
    store: ({ workspace_id, created_by, nowMs }, ids) => {
      const fields = { workspace_id, kind: 'label', created_by, created_at: formatInstant(nowMs), version: 0 } as const;
      return newLabelWrites(ids.map((id, index) => ({ id, name: `Sample label ${index}`, ...fields })));
    },
  },
);
