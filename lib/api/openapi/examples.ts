import { EVENTS } from '../../events/events.ts';
import type { Json } from './schemas.ts';

const POST_AT = '2026-11-20T10:30:00+01:00';

/** Examples of schemas whose fields depend on each other, so that none comes of its fields one by one. */
const WHOLE: Record<string, unknown> = {
  Content: EVENTS['content.published'].sample,
  ContentCreate: {
    title: 'Summer campaign',
    description: 'Our summer campaign starts today.',
    platforms: ['twitter', 'linkedin'],
    scheduled_at: POST_AT,
  },
  ContentUpdate: { title: 'Summer campaign', scheduled_at: POST_AT },
  ScheduleCreate: {
    content_id: 'cnt_01K00000000000000000000000',
    platforms: ['twitter', 'linkedin'],
    scheduled_at: POST_AT,
  },
  AccountCreate: {
    platform: 'twitter',
    external_id: '2244994945',
    access_token: 'token-from-the-platform',
    refresh_token: 'refresh-token-from-the-platform',
    expires_in: 7200,
    client_id: 'app-id',
  },
  TargetResolve: { outcome: 'published', url: 'https://x.com/i/web/status/1445880548472328192' },
  Engagement: {
    platform: 'twitter',
    content_id: 'cnt_01K00000000000000000000000',
    kind: 'like',
    count: 3,
    occurred_at: '2026-11-20T09:30:00Z',
    external_id: 'likes-of-friday',
  },
  TokenRequest: {
    client_id: 'key_01K00000000000000000000000',
    client_secret: 'the-secret-shown-once',
    grant_type: 'client_credentials',
  },
  WebhookUpdate: { events: ['content.published'], status: 'paused' },
  OpenApi: { openapi: '3.1.0', info: { title: 'Content Intelligence Service', version: '1.0.0' } },
};

/** An example of a schema: a whole one where there is one, or made of the examples of its fields. */
export function exampleOf(schema: Json, components: Record<string, Json>): unknown {
  const { $ref, examples, enum: values, anyOf, oneOf, items, properties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return WHOLE[name] ?? exampleOf(components[name]!, components);
  }
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(values)) return values[0];
  const [first] = (anyOf ?? oneOf ?? []) as Json[];
  if (first) return exampleOf(first, components);
  if (properties) {
    const fields = Object.entries(properties as Record<string, Json>);
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, components)]));
  }
  if (items) return [exampleOf(items as Json, components)];
  return ({ boolean: true, integer: 1, number: 1, object: {}, string: 'text' } as Json)[String(schema.type)];
}
