import { defineSamples, type SampleMaker, sampleId } from '../core/api/define-samples.ts';
import { PAGING, TIME_FORMAT, TIME_RANGE } from '../core/api/inexpressible-rules.ts';
import { formatInstant } from '../core/values/timestamps.ts';
import { sampleEvent } from './events/sample-events.ts';
import { eventWrite } from './store/events.ts';

/** Wait for the first element of a list that the stream worker fills. */
function firstOf({ eventually, request }: SampleMaker, path: string, member: string): Promise<string> {
  return eventually(async () => {
    const list = (await request('GET', path)) as Record<string, { id: string }[]>;
    return list[member]![0]?.id;
  });
}

export const samples = defineSamples(
  {
    path: '/v1/webhooks/{id}',
    make: async ({ create, receiver, unique }) => {
      const body = { url: `${receiver}/${unique()}`, events: ['content.created'] };
      return { id: await create('/webhooks', body, 'webhook_id') };
    },
  },
  {
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}',
    make: async (maker) => {
      const { id } = await maker.make('/v1/webhooks/{id}');
      await maker.make('/v1/content/{id}');
      return { id: id!, delivery_id: await firstOf(maker, `/webhooks/${id}/deliveries`, 'deliveries') };
    },
    needsWorkers: true,
  },
  {
    path: '/v1/events/{id}',
    make: async (maker) => {
      await maker.make('/v1/content/{id}');
      return { id: await firstOf(maker, '/events', 'events') };
    },
    needsWorkers: true,
    ids: [sampleId('event', 0)],
    store: ({ workspace_id, nowMs }, ids) =>
      ids.map((id) => eventWrite(sampleEvent('content.created', id, workspace_id, formatInstant(nowMs)))),
  },
);

const RECEIVER = [
  /^\/url: The (host of the )?URL /,
  /^\/url: /,
  /^\/events: (Must not combine "\*"|Only endpoints of the stage)/,
];
// Requests of the conformance run name a workspace.
const STAGE_FILTERS = [
  /^\/(workspaces|labels): Only an endpoint of the stage/,
  /^\/workspaces\/\d+: Must be the id of a workspace\.$/,
  /^\/labels\/\d+: /,
];
const SIGNING_SECRET = [/^\/secret: The secret must be/];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /events': [...PAGING, ...TIME_RANGE, /^workspaces: Only a stage key/],
  'GET /webhooks': PAGING,
  'GET /webhooks/{id}/deliveries': [...PAGING, ...TIME_RANGE],
  'POST /webhooks': [...RECEIVER, ...STAGE_FILTERS, ...SIGNING_SECRET],
  'POST /webhooks/{id}/recover': [/^\/since: Must (not be in the future|be within the last 30 days)/, TIME_FORMAT],
  'POST /webhooks/{id}/rotate-secret': SIGNING_SECRET,
  'PUT /webhooks/{id}': [...RECEIVER, ...STAGE_FILTERS],
};
