import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Access tokens, sign-in and passkeys.',
  group: ['Access', 1],
  path: {
    'delete-passkey.id': ['The id of the passkey.', 'psk_01K00000000000000000000000'],
    'end-session.id': ['The id of the session.', 'ses_01K00000000000000000000000'],
  },
  schemaNames: {
    Credential: 'PasskeyCredential',
    PasskeysResponse: 'PasskeyList',
    SessionsResponse: 'SessionList',
    'AuthorizationDecision.decision': 'AccessDecision',
    'AuthorizationRead.request': 'AuthorizationParameters',
    'DeviceLogin.user': 'LinkedMember',
    'SessionToken.workspace': 'WorkspaceName',
    'SessionToken.portal': 'Portal',
    'SessionToken.portal.colors': 'BrandingColors',
  },
});
