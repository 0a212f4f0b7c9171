import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { ChangedContentResponse } from './responses.ts';

// The posts of a thread after the first, and a first comment.
const MAX_PART = 25;

// biome-ignore format: one field per line.
export const TargetResolve = z
  .strictObject({
    outcome: z.enum(['published', 'failed']).check(z.meta({ description: 'The outcome you found on the platform.', examples: ['published'] })),
    part: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_PART))).check(z.meta({ description: 'The `index` of the part you report on. Required if the target has `parts`.', examples: [0] })),
    schedule_id: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The `schedule_id` of the target you report on. Required if an earlier schedule entry of the target has sent the post, or the part, too: your report may be about that one.', examples: ['scd_01K00000000000000000000000'] })),
    url: z
      .optional(z.url({ protocol: /^https$/, error: 'Must be an https URL.' }).check(z.maxLength(2048)))
      .check(z.describe('The URL of the post on the platform. Only allowed if `outcome` is `published`.'), z.meta({ examples: ['https://x.com/i/web/status/1445880548472328192'] })),
  })
  .check(
    z.refine(({ outcome, url }) => outcome === 'published' || url === undefined, {
      path: ['url'],
      message: 'Only allowed if outcome is published.',
    }),
  );

export const operation = defineOperation({
  id: 'content.resolve',
  route: 'POST /v1/content/{id}/targets/{platform}/resolve',
  summary: 'Resolve an unconfirmed target',
  description:
    'Report whether an unconfirmed post was published. Check the platform first. `platform` is the platform of the target, or the account id if the item has several accounts on the platform. If the target has `parts`, `part` is required: the `index` of the part with the status `unconfirmed`, or 0 on Bluesky, which publishes all parts at once. If the target was retried after a report, `schedule_id` is required. `url` must be the URL of a post of the account that was created while the target was being sent, and that belongs to no other target. Where a URL does not contain the id of the post, the platform is read once. A repeated request returns 200 and changes nothing.',
  permissions: ['content:write'],
  portals: true,
  rateLimitBeforeHandler: true,
  ifMatch: true,
  etag: true,
  body: TargetResolve,
  errors: ['invalid_state_transition', 'not_the_unconfirmed_part', 'post_already_claimed'],
  signsMediaUrls: ['cards'],
  access: {
    get: [
      'Label',
      'Content',
      'ScheduleEntry',
      'Account',
      'AccountRemoval',
      'AccountReservation',
      'DefaultAccount',
      'PublishLimit',
      'WorkspaceSettings',
    ],
    put: ['Content', 'ContentTarget', 'ScheduleEntry', 'PostClaim'],
    remove: ['OpenSends'],
    kms: { decrypt: ['Account'] },
  },
  example: {
    params: { id: 'cnt_01K00000000000000000000006', platform: 'x' },
    body: { outcome: 'published', url: 'https://x.com/i/web/status/1445880548472328192' },
  },
});

export const response = ChangedContentResponse;
