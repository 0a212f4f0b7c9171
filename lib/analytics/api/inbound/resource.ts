import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Webhooks sent by the platforms when comments and mentions are created.',
  group: ['Webhooks and events', 4],
  path: {
    platform: ['The platform that sends the webhook.', 'instagram'],
    account: ['The id of the platform account.', 'acc_01K00000000000000000000000'],
  },
  query: {
    'hub.mode': ['Meta only: `subscribe`.', 'subscribe'],
    'hub.challenge': ['Meta only: the challenge to return.', '1158201444'],
    'hub.verify_token': ['Meta only: the verify token of the account.', 'a-text-of-your-own'],
    crc_token: ['X only: the token to sign.', 'NDQzNTM0NTM0NQ=='],
    challengeCode: ['LinkedIn only: the code to sign.', '890e4665-4dfe-4ab1-b689-ed553bceeed0'],
  },
  schemaNames: {
    'Challenge|0': 'XChallenge',
    'Challenge|1': 'LinkedInChallenge',
  },
});
