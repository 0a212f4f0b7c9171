import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Events of the last 30 days.',
  group: ['Webhooks and events', 3],
  path: {
    id: ['The id of the event.', 'evt_01K00000000000000000000000'],
  },
  query: {
    type: ['Only return events of this type.', 'content.published'],
    workspaces: [
      'Only return events of these workspaces: at most 100 ids, separated by commas. For a stage key that names no workspace.',
      'ws_01K00000000000000000000001',
    ],
  },
});
