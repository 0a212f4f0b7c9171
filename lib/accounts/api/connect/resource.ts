import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Connect accounts with OAuth, without handling tokens.',
  group: ['Accounts', 2],
  path: {
    'create.id_or_platform': ['The platform.', 'x'],
    'get.id_or_platform': ['The id of the connection.', 'con_01K00000000000000000000000'],
    id: ['The id of the connection.', 'con_01K00000000000000000000000'],
  },
  query: {
    state: [
      'The `state` that the platform returns.',
      '01K0000000000000000000000001K00000000000000000000003sample-state0000000000000000000000000000000',
    ],
    'get.selection_token': [
      'Of a headless connection: the `selection_token` that `return_url` has received.',
      '01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000',
    ],
    'callback.code': ['The authorization code.', 'an-authorization-code'],
    'callback.error': ['The error, if the platform returns no code.', 'access_denied'],
    'callback.forwarded': ['Set by the redirect to the URL of the dashboard.', '1'],
    'open.token': [
      'The token of the start page.',
      '01K0000000000000000000000001K00000000000000000000000sample-start0000000000000000000000000000000',
    ],
    'confirm.token': [
      'The token of the start page.',
      '01K0000000000000000000000001K00000000000000000000004sample-start0000000000000000000000000000000',
    ],
    'choose.token': [
      'The token of the selection page.',
      '01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000',
    ],
    'submit-choice.token': [
      'The token of the selection page.',
      '01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000',
    ],
    'submit-choice.external_id': ['The id of the account on the platform.', 'urn:li:organization:1000000002'],
  },
});
