import { newEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { at } from '../../content/rules/items.ts';

/** An active endpoint for published and failed posts. */
export const ENDPOINT = newEndpoint({
  id: 'wh_1',
  workspaceId: 'ws_1',
  url: 'https://example.com/hook',
  events: ['content.published', 'content.failed'],
  secret: 'whsec_1',
  createdAt: at(-100),
});
