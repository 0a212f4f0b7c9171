import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING, TIME_FORMAT, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { workspaceWrite } from '../identity/store/workspaces.ts';
import { newCustomerWorkspace } from './rules/workspace-details.ts';

export const samples = defineSamples({
  path: '/v1/workspaces/{id}',
  make: async ({ create, unique }) => ({
    id: await create('/workspaces', { name: 'Example Bakery', external_id: `customer-${unique()}` }),
  }),
  ids: [sampleId('workspace', 1)],
  store: ({ nowMs }, ids) =>
    ids.map((id) => {
      const generated = { id, cursor_secret: 'sample-cursor-secret' };
      return workspaceWrite(newCustomerWorkspace({ name: 'Example Bakery' }, generated, nowMs));
    }),
});

// The names of values are visible text.
const METADATA = [/^\/metadata: (Keys must have|Must have at most)/];

/** What the OpenAPI document cannot express, by operation. */
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /workspaces': [...PAGING, TIME_FORMAT],
  'POST /workspaces': [...VISIBLE_TEXT, ...METADATA],
  'PUT /workspaces/{id}': [...VISIBLE_TEXT, ...METADATA],
  'PUT /workspaces/external/{external_id}': [...VISIBLE_TEXT, ...METADATA, /^invalid_external_id:/],
  'POST /workspaces/{id}/suspend': VISIBLE_TEXT,
};
