import { handler } from '../../functions/on-workspace-deletion-due.ts';
import { LEFT_TO_EXPIRE } from '../../lib/app/workspace-items/workspace-paths.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';
import { advanceTime, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { newContent, newKey, newLabel, newMember, newWebhook } from '../functions/resources.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { currentHarness, processAllChanges } from '../functions/worker-harness.ts';

export const MINUTE_MS = 60_000;
/** What the name of everything that a workspace in use has is, and no test for it may find afterwards. */
export const PLANTED = 'Quintuple marmalade';

/** Run the job once. */
export const run = () => handler();

/** Run the job every five minutes, and all that follows from its changes, until the deletion is finished. Returns its certificate. */
export async function runToEnd(id: string): Promise<Json> {
  for (let round = 0; round < 12; round++) {
    advanceTime(5 * MINUTE_MS);
    await run();
    await processAllChanges(currentHarness());
    if ((await loadDeletion(id))?.status === 'finished') break;
  }
  return (await succeed('workspaces.deletion', { token: await freshToken(), params: { id } })) as Json;
}

/** Return a token of another stage key: those from the beginning have expired. */
export async function freshToken(): Promise<string> {
  return (await newStageTenant()).token;
}

/** Make a workspace in use: posts that wait and that are drafts, people, a key, a webhook, a label, and files. */
export async function newUsedTenant(objects: Map<string, Uint8Array>): Promise<Tenant> {
  const tenant = await newTenant();
  await newContent(tenant, { title: PLANTED, scheduled_at: inSeconds(3 * 3600) });
  await newContent(tenant, { title: PLANTED });
  await newMember(tenant);
  await newKey(tenant, { name: PLANTED });
  await newWebhook(tenant);
  await newLabel(tenant, PLANTED);
  for (const folder of ['media', 'uploads', 'exports', 'imports', 'cards'])
    objects.set(`${folder}/${tenant.workspace.id}/file`, new Uint8Array(10));
  await processAllChanges(currentHarness());
  return tenant;
}

/** Request the deletion of a workspace. */
export const remove = (stage: Pick<Tenant, 'token'>, { workspace }: Tenant, days = '0') =>
  succeed('workspaces.delete', { token: stage.token, params: { id: workspace.id }, query: { grace_days: days } });

/** Find what is left of a workspace: files, and items with its id, without those of the stage and those that soon expire. */
export function leftOf({ workspace: { id } }: Tenant, objects: Map<string, Uint8Array>) {
  const isOfStage = ({ pk }: Item) => String(pk).startsWith(`WS#${STAGE_WORKSPACE_ID}`);
  const items = currentHarness()
    .table.items()
    .filter((item) => JSON.stringify(item).includes(id) && !isOfStage(item));
  const lasting = items.filter(({ entity }) => !LEFT_TO_EXPIRE.includes(entity as never));
  const files = [...objects.keys()].filter((key) => key.includes(id));
  return { entities: [...new Set(lasting.map(({ entity }) => entity))].sort(), files };
}

/** What is left of a workspace after its deletion. */
export const NOTHING = { entities: ['WorkspaceDeletion'], files: [] };
