import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'API keys with their own permissions, used by programs to authenticate.',
  group: ['Workspace', 3],
  path: {
    id: ['The id of the API key.', 'key_01K00000000000000000000000'],
  },
  schemaNames: {
    KeySecretResponse: 'KeyWithSecret',
    'Key.oauth_client': 'OauthClient',
    'Key.permissions[]': 'Permission',
    'KeyCreate.permissions[]': 'GrantablePermission',
    'Key.status': 'KeyStatus',
  },
});
