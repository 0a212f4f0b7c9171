import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** Any query. Platforms may add parameters, and rejecting them would stop their webhooks. */
export const AnyQuery = z.looseObject({});

/** A webhook in the format of its platform, for the OpenAPI document. */
export const PlatformWebhook = /* @__PURE__ */ lazy(() => z.looseObject({}));

// biome-ignore format: one field per line.
export const ReceivedResponse = /* @__PURE__ */ lazyObject(() => ({
  accepted: z.int().check(z.meta({ description: 'Number of comments and mentions that were recorded.', examples: [1] })),
  duplicate: z.int().check(z.meta({ description: 'Number of comments and mentions that were received before.', examples: [0] })),
  ignored: z.int().check(z.meta({ description: 'Number of comments on posts that were not published from this workspace or that are older than 90 days.', examples: [0] })),
  queued: z.int().check(z.meta({ description: 'Number of comments and mentions beyond the first 100. They are recorded after the response.', examples: [0] })),
}));

export const operation = defineOperation({
  id: 'inbound.receive',
  route: 'POST /v1/inbound/{platform}/{account}',
  summary: 'Receive a platform webhook',
  description:
    'Receive the webhooks of a platform. The signature of the raw body is verified before the body is parsed. A comment on a post of the workspace creates an engagement and a `comment.created` event; a mention creates a `mention.detected` event. Performance metrics do not change, because platforms report totals separately. Webhooks for other accounts are ignored and return 200.',
  permissions: 'none',
  audience: 'platform',
  query: AnyQuery,
  body: 'raw',
  errors: ['invalid_signature'],
  access: {
    get: ['InboundAccount', 'PublishedPost', 'InboundBatch'],
    put: ['Engagement', 'OrphanComment', 'InboundBatch'],
    kms: { decrypt: ['InboundAccount'] },
  },
  example: {
    params: { platform: 'instagram', account: 'acc_01K00000000000000000000002' },
    headers: { 'x-hub-signature-256': 'sha256=e49c1f9e36ba5ef6a6e3a84a39e0ee67b4660655e78b02dda3e2e37d7796a243' },
    body: {
      object: 'instagram',
      entry: [
        {
          id: '1000000003',
          changes: [
            {
              field: 'comments',
              value: {
                id: '17800000000000001',
                from: { id: '4242424242', username: 'ada' },
                text: 'Lovely.',
                media: { id: '17900000000000001', media_product_type: 'FEED' },
              },
            },
          ],
        },
      ],
    },
  },
});

export const response = ReceivedResponse;

export const openapiBody = PlatformWebhook;
