// Generated from the tools of lib/agents by `npm run generate`; do not edit.
import type * as z from 'zod/mini';
import type { response as accountsList } from '../../accounts/api/accounts/list.ts';
import type { response as analyticsBestTimes } from '../../analytics/api/analytics/best-times.ts';
import type { response as analyticsPerformance } from '../../analytics/api/analytics/performance.ts';
import type { response as analyticsRankContent } from '../../analytics/api/analytics/rank-content.ts';
import type { response as contentCreate } from '../../content/api/content/create.ts';
import type { response as contentCreateComment } from '../../content/api/content/create-comment.ts';
import type { response as contentGet } from '../../content/api/content/get.ts';
import type { response as contentList } from '../../content/api/content/list.ts';
import type { response as contentListComments } from '../../content/api/content/list-comments.ts';
import type { response as contentSubmit } from '../../content/api/content/submit.ts';
import type { response as contentUpdate } from '../../content/api/content/update.ts';
import type { response as contentValidate } from '../../content/api/content/validate.ts';
import type { response as scheduleList } from '../../content/api/schedule/list.ts';
import type { response as authVerify } from '../../identity/api/auth/verify.ts';
import type { response as workspaceGet } from '../../identity/api/workspace/get.ts';
import type { response as mediaCreate } from '../../media/api/media/create.ts';
import type { response as mediaGet } from '../../media/api/media/get.ts';
import type { response as queuesList } from '../../queues/api/queues/list.ts';
import type { response as eventsList } from '../../webhooks/api/events/list.ts';

/** The endpoints that tools and resources call, with their routes. */
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

type Body<Response extends () => z.ZodMiniType> = z.infer<ReturnType<Response>>;

/** The body of each successful response. */
export interface Answers {
  'accounts.list': Body<typeof accountsList>;
  'analytics.best-times': Body<typeof analyticsBestTimes>;
  'analytics.performance': Body<typeof analyticsPerformance>;
  'analytics.rank-content': Body<typeof analyticsRankContent>;
  'auth.verify': Body<typeof authVerify>;
  'content.create': Body<typeof contentCreate>;
  'content.create-comment': Body<typeof contentCreateComment>;
  'content.get': Body<typeof contentGet>;
  'content.list': Body<typeof contentList>;
  'content.list-comments': Body<typeof contentListComments>;
  'content.submit': Body<typeof contentSubmit>;
  'content.update': Body<typeof contentUpdate>;
  'content.validate': Body<typeof contentValidate>;
  'events.list': Body<typeof eventsList>;
  'media.create': Body<typeof mediaCreate>;
  'media.get': Body<typeof mediaGet>;
  'queues.list': Body<typeof queuesList>;
  'schedule.list': Body<typeof scheduleList>;
  'workspace.get': Body<typeof workspaceGet>;
}
