import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { loadEndpoints } from './webhook-endpoints.ts';

// Each event needs them. A stage without a stage key, as most, pays one read per minute and instance.
const CACHE_TTL_MS = 60_000;

let cached: { loaded: Promise<WebhookEndpoint[] | null>; expiresAtMs: number } | null = null;

/**
 * Load the endpoints of the stage, as they were within the last minute; null for a stage without a stage key, which has none.
 * A new or changed endpoint is in effect a minute later.
 */
export function stageEndpoints(nowMs: number): Promise<WebhookEndpoint[] | null> {
  if (cached && nowMs < cached.expiresAtMs) return cached.loaded;
  const loaded = loadStageEndpoints();
  cached = { loaded, expiresAtMs: nowMs + CACHE_TTL_MS };
  // The next change asks again.
  loaded.catch(forgetStageEndpoints);
  return loaded;
}

/** Read the endpoints of the stage with the next change, after one of them has changed. */
export function forgetStageEndpoints(): void {
  cached = null;
}

async function loadStageEndpoints(): Promise<WebhookEndpoint[] | null> {
  return (await loadWorkspace(STAGE_WORKSPACE_ID)) ? loadEndpoints(STAGE_WORKSPACE_ID) : null;
}
