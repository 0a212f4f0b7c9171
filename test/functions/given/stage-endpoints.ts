import { commit } from '../../../lib/core/table/commit.ts';
import { STAGE_WORKSPACE_ID } from '../../../lib/identity/rules/stage.ts';
import { loadApiKey, updateApiKeyWrite } from '../../../lib/identity/store/api-keys.ts';
import type { Json } from '../api-harness.ts';
import { newWebhook } from '../resources.ts';
import { newStageTenant, newTenant, type Tenant } from '../tenants.ts';
import { currentHarness, DELIVERY_QUEUE, processAllChanges, type SentMessage } from '../worker-harness.ts';
import { SECRET } from './queued-delivery.ts';

/** Two workspaces, and a stage key with an endpoint of the stage. */
export async function stageWithEndpoint(fields: Json = {}, workspaces: 'all' | 'first' = 'all') {
  const [one, two] = [await newTenant(), await newTenant()];
  const named = workspaces === 'first' ? { workspaces: [one.workspace.id] } : {};
  const stage = await newStageTenant(named);
  const events = ['content.created'];
  const { webhook_id } = await newWebhook(stage, { events, secret: SECRET, ...fields });
  await processAllChanges(currentHarness());
  currentHarness().sent();
  return { stage, one, two, endpointId: webhook_id };
}

/** Process the changes so far. Returns the messages about deliveries. */
export async function deliveryMessages(): Promise<SentMessage[]> {
  await processAllChanges(currentHarness());
  return currentHarness()
    .sent()
    .filter(({ queue }) => queue === DELIVERY_QUEUE);
}

/** Take workspaces from a stage key, as an operator does in the table. */
export async function reduceKey({ key }: Tenant, workspaces: string[]): Promise<void> {
  const found = (await loadApiKey(STAGE_WORKSPACE_ID, key.client_id))!;
  await commit([updateApiKeyWrite(found.key, { ...found.key, workspaces })]);
}
