import { defineSamples, type SampleMaker, sampleId } from '../core/api/define-samples.ts';
import { PAGING, TIME_FORMAT, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { workspaceWrite } from '../identity/store/workspaces.ts';
import { deletionOf, graceDays, isDeleting, scheduleDeletion } from './rules/workspace-deletion.ts';
import { newCustomerWorkspace } from './rules/workspace-details.ts';
import { deletionWrite } from './store/workspace-deletions.ts';

const PATH = '/v1/workspaces/{id}';

const make = async ({ create, unique }: SampleMaker) => ({
  id: await create('/workspaces', { name: 'Example Bakery', external_id: `customer-${unique()}` }),
});

const sample = (id: string, nowMs: number) =>
  newCustomerWorkspace({ name: 'Example Bakery' }, { id, cursor_secret: 'sample-cursor-secret' }, nowMs);

export const samples = defineSamples(
  {
    path: PATH,
    make,
    ids: [sampleId('workspace', 1)],
    store: ({ nowMs }, ids) => ids.map((id) => workspaceWrite(sample(id, nowMs))),
  },
  {
    path: PATH,
    // Another sample deletes the first one.
    operations: ['workspaces.create-portal-session'],
    make,
    ids: [sampleId('workspace', 3)],
    store: ({ nowMs }, ids) => ids.map((id) => workspaceWrite(sample(id, nowMs))),
  },
  {
    path: PATH,
    operations: ['workspaces.deletion'],
    make: async (maker) => {
      const { id } = await make(maker);
      await maker.request('DELETE', `/workspaces/${id}`);
      return { id };
    },
    ids: [sampleId('workspace', 2)],
    store: ({ nowMs }, ids) =>
      ids.flatMap((id) => {
        const deleted = scheduleDeletion(sample(id, nowMs), graceDays(), sampleId('stageKey', 0), nowMs);
        return isDeleting(deleted) ? [workspaceWrite(deleted), deletionWrite(null, deletionOf(deleted))] : [];
      }),
  },
);

// The names of values are visible text.
const METADATA = [/^\/metadata: (Keys must have|Must have at most)/];

/** What the OpenAPI document cannot express, by operation. */
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /workspaces': [...PAGING, TIME_FORMAT],
  'POST /workspaces': [...VISIBLE_TEXT, ...METADATA],
  'PUT /workspaces/{id}': [...VISIBLE_TEXT, ...METADATA],
  'PUT /workspaces/external/{external_id}': [...VISIBLE_TEXT, ...METADATA, /^invalid_external_id:/],
  'POST /workspaces/{id}/suspend': VISIBLE_TEXT,
  'POST /workspaces/{id}/portal-sessions': [...VISIBLE_TEXT, /^\/return_url: Must/],
  'PUT /branding': [...VISIBLE_TEXT, /^\/colors\/(accent|text): The contrast with the background is/],
};
