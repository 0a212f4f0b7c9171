import type * as z from 'zod/mini';
import type { response as accountsList } from '../../accounts/api/accounts/list.ts';
import type { response as bestTimes } from '../../analytics/api/analytics/best-times.ts';
import type { response as performance } from '../../analytics/api/analytics/performance.ts';
import type { response as rankContent } from '../../analytics/api/analytics/rank-content.ts';
import type { response as createComment } from '../../content/api/content/create-comment.ts';
import type { response as getContent } from '../../content/api/content/get.ts';
import type { response as listContent } from '../../content/api/content/list.ts';
import type { response as listComments } from '../../content/api/content/list-comments.ts';
import type { response as validate } from '../../content/api/content/validate.ts';
import type { response as scheduleList } from '../../content/api/schedule/list.ts';
import type { TEXT_FIELDS } from '../../content/rules/readable-texts.ts';
import type { response as verify } from '../../identity/api/auth/verify.ts';
import type { response as getWorkspace } from '../../identity/api/workspace/get.ts';
import type { response as getMedia } from '../../media/api/media/get.ts';
import type { response as listQueues } from '../../queues/api/queues/list.ts';
import type { response as listEvents } from '../../webhooks/api/events/list.ts';

/** The endpoints that tools and resources call, with their routes. `functions/mcp.ts` has the handler of each. */
export const CALLED_OPERATIONS = {
  'accounts.list': 'GET /v1/accounts',
  'analytics.best-times': 'GET /v1/analytics/best-times',
  'analytics.performance': 'GET /v1/analytics/performance',
  'analytics.rank-content': 'GET /v1/analytics/content',
  'auth.verify': 'GET /v1/auth/verify',
  'content.create': 'POST /v1/content',
  'content.create-comment': 'POST /v1/content/{id}/comments',
  'content.get': 'GET /v1/content/{id}',
  'content.list': 'GET /v1/content',
  'content.list-comments': 'GET /v1/content/{id}/comments',
  'content.submit': 'POST /v1/content/{id}/submit',
  'content.update': 'PUT /v1/content/{id}',
  'content.validate': 'POST /v1/content/validate',
  'events.list': 'GET /v1/events',
  'media.create': 'POST /v1/media',
  'media.get': 'GET /v1/media/{id}',
  'queues.list': 'GET /v1/queues',
  'schedule.list': 'GET /v1/schedule',
  'workspace.get': 'GET /v1/workspace',
} as const;

export type CalledOperation = keyof typeof CALLED_OPERATIONS;

type TextField = (typeof TEXT_FIELDS)[number];

type Body<Response extends () => z.ZodMiniType> = z.infer<ReturnType<Response>>;

/** A content item as the API returns it. */
export type ContentView = Body<typeof getContent>;

/** An item that was changed: without its texts for a token that may not read them. */
export type ChangedView = Omit<ContentView, TextField> & Partial<Pick<ContentView, TextField>>;

/** The body of each successful response. */
export interface Answers {
  'accounts.list': Body<typeof accountsList>;
  'analytics.best-times': Body<typeof bestTimes>;
  'analytics.performance': Body<typeof performance>;
  'analytics.rank-content': Body<typeof rankContent>;
  'auth.verify': Body<typeof verify>;
  'content.create': ChangedView;
  'content.create-comment': Body<typeof createComment>;
  'content.get': ContentView;
  'content.list': Body<typeof listContent>;
  'content.list-comments': Body<typeof listComments>;
  'content.submit': ChangedView;
  'content.update': ChangedView;
  'content.validate': Body<typeof validate>;
  'events.list': Body<typeof listEvents>;
  'media.create': Body<typeof getMedia>;
  'media.get': Body<typeof getMedia>;
  'queues.list': Body<typeof listQueues>;
  'schedule.list': Body<typeof scheduleList>;
  'workspace.get': Body<typeof getWorkspace>;
}
