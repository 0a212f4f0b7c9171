import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION } from './approval-request.ts';
import { ChangedContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.submit',
  route: 'POST /v1/content/{id}/submit',
  summary: 'Submit a content item for approval',
  description:
    'Submit the item for approval. The approval status becomes `pending_approval`, and the event `approval.requested` is sent. Editing the text, media, platforms or accounts revokes the approval; submit the item again. The pages that the posts link on LinkedIn and Bluesky are read now, at most five; their cards are part of what is approved, and exactly they are published. A page that cannot be read within five seconds has no card. If you send `content_hash`, the request fails if the item has a different hash.',
  permissions: ['content:write'],
  agents: true,
  portals: true,
  rateLimitBeforeHandler: true,
  storesLinkCards: true,
  timeoutSeconds: 20,
  errors: ['content_changed', 'invalid_state_transition', 'media_not_in_library', 'too_many_in_flight'],
  access: {
    ...APPROVAL_ACTION.access,
    get: [...APPROVAL_ACTION.access.get, 'Label', 'LinkRules'],
    put: [...APPROVAL_ACTION.access.put, 'InFlightRequest', 'ContentVersion'],
    add: ['AgentUsage'],
    remove: ['InFlightRequest'],
  },
  example: { params: { id: 'cnt_01K00000000000000000000000' }, body: { note: 'Ready for review.' } },
});

export const response = ChangedContentResponse;
