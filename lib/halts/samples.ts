import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { defaultSettings } from '../identity/rules/workspace-settings.ts';
import { newHalt } from './rules/halt.ts';
import { haltWrites } from './store/halts.ts';

export const samples = defineSamples({
  path: '/v1/halts/{id}',
  make: async ({ create }) => ({
    id: await create('/halts', { scope: { platform: 'linkedin' }, reason: 'The price in the posts is wrong.' }),
  }),
  // The request waits for posts that are being sent.
  needsWorkers: true,
  ids: [sampleId('halt', 0)],
  // Of an account that has no posts, and the settings of a workspace that has stored none, with it.
  store: ({ workspace_id, created_by, nowMs }, ids) => {
    const before = defaultSettings(workspace_id);
    const scope = { account: sampleId('account', 'Z') };
    return ids.flatMap((id) => {
      const halt = newHalt({ scope, reason: 'The account is not ours.' }, { id, workspace_id, created_by }, nowMs);
      return haltWrites(before, halt);
    });
  },
});

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'POST /halts': [...VISIBLE_TEXT, /^\/scope\/account: No account in your workspace/],
};
