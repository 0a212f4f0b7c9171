import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'App credentials of the workspace for the platforms.',
  group: ['Accounts', 3],
  path: {
    platform: ['The platform.', 'x'],
  },
});
