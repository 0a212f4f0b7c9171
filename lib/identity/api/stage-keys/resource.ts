import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Stage keys: credentials of a product, which names the workspace of each request.',
  group: ['Workspace', 8],
  path: {
    id: ['The id of the stage key.', 'skey_01K00000000000000000000000'],
  },
  schemaNames: {
    StageKeySecretResponse: 'StageKeyWithSecret',
    'StageKey.permissions[]': 'Permission',
    'StageKeyCreate.permissions[]': 'StagePermission',
    'StageKey.status': 'KeyStatus',
  },
});
