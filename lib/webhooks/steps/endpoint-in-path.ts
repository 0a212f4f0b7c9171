import { loadOr404 } from '../../core/http/load-or-404.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { isVisible } from '../rules/stage-endpoint.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { loadEndpoint } from '../store/webhook-endpoints.ts';

/**
 * Load the endpoint that a path names. Throws 404 for none, and, for a stage key of some workspaces, for one of the stage that
 * receives events of others.
 */
export function endpointInPath(caller: Caller, id: string | undefined): Promise<WebhookEndpoint> {
  return loadOr404('endpoint', id, async (each) => {
    const endpoint = await loadEndpoint(caller.workspace.id, each);
    return endpoint && (!endpoint.filter || isVisible(endpoint, caller.stage?.workspaces ?? null)) ? endpoint : null;
  });
}
