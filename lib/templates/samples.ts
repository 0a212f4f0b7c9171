import { ACCOUNTS } from '../accounts/samples.ts';
import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { newTemplate } from './rules/template.ts';
import { newTemplateWrites } from './store/templates.ts';

const SNIPPET = {
  kind: 'snippet' as const,
  text: '{{product}} is here. {{url}}',
  variables: { url: 'https://example.com' },
};

export const samples = defineSamples({
  path: '/v1/templates/{id}',
  make: async ({ create, unique }) => ({ id: await create('/templates', { ...SNIPPET, name: `Snippet ${unique()}` }) }),
  // One to be read and changed, and one to be deleted.
  ids: [sampleId('template', 0), sampleId('template', 1)],
  store: ({ workspace_id: workspaceId, created_by: userId, nowMs }, ids) =>
    ids.flatMap((id, index) => {
      const settings = { ...SNIPPET, name: `Sample ${index + 1}` };
      return newTemplateWrites(newTemplate(settings, { id, workspaceId, userId }, nowMs));
    }),
});

// Also what a text may contain, and the names of variables, which are names of properties.
const TEMPLATE = [
  /^\/[a-z_]+: (Required for a template|A template of the kind)/,
  /^\/text: (After "\{\{" must follow|Must have at most)/,
  /^\/variables(\/[^:]*)?: (The text has no|Must be the name of a variable)/,
  /^\/(handles|platform_options): Must contain at least one platform/,
  /^\/(handles|platform_options)\/x: Must not be combined with/,
  /^\/platform_options\/[a-z]+\/link: The (host of the )?URL /,
];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /templates': PAGING,
  'POST /templates': [...VISIBLE_TEXT, ...ACCOUNTS, ...TEMPLATE],
  'PUT /templates/{id}': [...VISIBLE_TEXT, ...ACCOUNTS, ...TEMPLATE],
};
