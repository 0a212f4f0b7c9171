import type * as z from 'zod';
import type { Permission } from '../domain/identity/permission.ts';
import * as analyticsRequest from './analytics-requests.ts';
import * as auditRequest from './audit-requests.ts';
import * as engagement from './engagement-requests.ts';
import * as keyRequest from './key-requests.ts';
import * as inbound from './platform-webhook-schemas.ts';
import * as request from './requests.ts';
import * as teamRequest from './team-requests.ts';
import * as webhookRequest from './webhook-requests.ts';

/**
 * One endpoint. Its key in the table is its one name: the file `functions/<resource>/<verb>.ts`, the
 * construct, the `operationId`. `permissions`: any one of them is enough; `token` is for every valid token,
 * `none` for none at all.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Further paths that answer the same. Contract, section 13. */
  aliasPath?: string;
  summary: string;
  permissions: readonly Permission[] | 'token' | 'none';
  /** The setting of the stage that names the least plan a workspace must have; without it, any. */
  plan?: 'webhookPlan';
  /** It changes one thing that has a version, and does not when `If-Match` names another one. */
  ifMatch?: true;
  /** Its answer is one thing that has a version, which `ETag` says. */
  etag?: true;
  /** Its effect is a call to somebody else, which no transaction can hold back. */
  hasExternalEffect?: true;
  /** It writes by itself, or calls others before its change is committed, so it begins only once it is admitted. */
  rateLimitBeforeHandler?: true;
  /** Its answer may hold a secret that is shown this once, so no record keeps it as it is. */
  showsSecret?: true;
  /**
   * `custom`: the token request reads its own body, and is the only one that takes forms. `raw`: bytes of any type,
   * that are signed and are not read before the signature was found right.
   */
  body: z.ZodType | 'none' | 'custom' | 'raw';
  /** The body as the document shows it, where elements of it are read one by one, or none of it is ours. */
  openapiBody?: z.ZodType;
  query: z.ZodObject;
  status: number;
  /** Another status of success, with the same reply. */
  alternateStatus?: number;
  /** Media types it answers in, the usual one first, where that is not JSON alone. */
  contentTypes?: readonly string[];
  timeoutSeconds?: number;
}

/** The table: every endpoint of the service, and the only list of them. What each answers is in `route-replies.ts`. */
// biome-ignore format: one row per line is what makes it a table.
export const ROUTES = {
  'auth.token':          { method: 'POST',   path: '/v1/auth/token', aliasPath: '/auth/token', summary: 'Exchange a key for an access token', permissions: 'none', body: 'custom', query: request.NoQuery, status: 200 },
  'auth.verify':         { method: 'GET',    path: '/v1/auth/verify', aliasPath: '/auth/verify', summary: 'What a token is and may do', permissions: 'token', body: 'none', query: request.NoQuery, status: 200 },
  'content.list':        { method: 'GET',    path: '/v1/content', summary: 'List content items, newest first', permissions: ['content:read'], body: 'none', query: request.ContentQuery, status: 200 },
  'content.create':      { method: 'POST',   path: '/v1/content', summary: 'Create a content item, and schedule it when it has a time', permissions: ['content:write'], etag: true, body: request.ContentCreate, query: request.NoQuery, status: 201 },
  'content.get':         { method: 'GET',    path: '/v1/content/{id}', summary: 'Read a content item with its targets', permissions: ['content:read'], etag: true, body: 'none', query: request.NoQuery, status: 200 },
  'content.update':      { method: 'PUT',    path: '/v1/content/{id}', summary: 'Change fields, time or status; publish now', permissions: ['content:write', 'content:publish'], etag: true, ifMatch: true, body: request.ContentUpdate, query: request.NoQuery, status: 200, alternateStatus: 202, timeoutSeconds: 29 },
  'content.delete':      { method: 'DELETE', path: '/v1/content/{id}', summary: 'Delete a content item and cancel what is pending', permissions: ['content:write'], ifMatch: true, body: 'none', query: request.NoQuery, status: 200 },
  'content.validate':    { method: 'POST',   path: '/v1/content/validate', summary: 'Check an item against the rules of its platforms, without storing it', permissions: ['content:write'], body: request.ContentCreate, query: request.NoQuery, status: 200 },
  'content.retry':       { method: 'POST',   path: '/v1/content/{id}/retry', summary: 'Publish again on the platforms where it failed for good', permissions: ['content:publish', 'content:write'], etag: true, ifMatch: true, body: 'none', query: request.NoQuery, status: 202 },
  'content.resolve':     { method: 'POST',   path: '/v1/content/{id}/targets/{platform}/resolve', summary: 'Settle by a word what became of an unconfirmed target', permissions: ['content:write'], etag: true, ifMatch: true, body: request.TargetResolve, query: request.NoQuery, status: 200 },
  'schedule.list':       { method: 'GET',    path: '/v1/schedule', summary: 'List schedule entries, soonest first', permissions: ['schedule:read', 'content:read'], body: 'none', query: request.ScheduleQuery, status: 200 },
  'schedule.create':     { method: 'POST',   path: '/v1/schedule', summary: 'Schedule a content item, one entry per platform', permissions: ['schedule:write', 'content:write'], body: request.ScheduleCreate, query: request.NoQuery, status: 201 },
  'schedule.cancel':     { method: 'DELETE', path: '/v1/schedule/{id}', summary: 'Cancel a pending schedule entry', permissions: ['schedule:write', 'content:write'], body: 'none', query: request.NoQuery, status: 200 },
  'accounts.list':       { method: 'GET',    path: '/v1/accounts', summary: 'List the platform accounts of the workspace', permissions: ['accounts:read'], body: 'none', query: request.PageQuery, status: 200 },
  'accounts.create':     { method: 'POST',   path: '/v1/accounts', summary: 'Connect a platform account, or connect it again', permissions: ['accounts:write'], body: request.AccountCreate, query: request.NoQuery, rateLimitBeforeHandler: true, status: 201 },
  'accounts.get':        { method: 'GET',    path: '/v1/accounts/{id}', summary: 'Read a platform account', permissions: ['accounts:read'], body: 'none', query: request.NoQuery, status: 200 },
  'accounts.delete':     { method: 'DELETE', path: '/v1/accounts/{id}', summary: 'Forget a platform account and what opens it', permissions: ['accounts:write'], body: 'none', query: request.NoQuery, status: 200 },
  'analytics.performance': { method: 'GET',  path: '/v1/analytics/performance', summary: 'Engagement, reach, impressions and clicks over a period', permissions: ['analytics:read'], body: 'none', query: analyticsRequest.PerformanceQuery, status: 200 },
  'analytics.rank-content':   { method: 'GET',    path: '/v1/analytics/content', summary: 'Content items compared by a number over a period, best or worst first', permissions: ['analytics:read'], body: 'none', query: analyticsRequest.ContentRankingQuery, status: 200, timeoutSeconds: 29 },
  'analytics.best-times': { method: 'GET',   path: '/v1/analytics/best-times', summary: 'The hours of the week in which posts of the workspace did well', permissions: ['analytics:read'], body: 'none', query: analyticsRequest.BestTimesQuery, status: 200 },
  'analytics.trends':    { method: 'GET',    path: '/v1/analytics/trends', summary: 'Topics and hashtags that are unusually frequent', permissions: ['analytics:read'], body: 'none', query: analyticsRequest.TrendsQuery, status: 200 },
  'engagements.create':  { method: 'POST',   path: '/v1/engagements', summary: 'Tell of likes, comments and other engagement with posts', permissions: ['analytics:write'], body: engagement.EngagementsCreate, openapiBody: engagement.EngagementsForm, query: request.NoQuery, rateLimitBeforeHandler: true, status: 200 },
  'inbound.verify':      { method: 'GET',    path: '/v1/inbound/{platform}/{account}', summary: 'Answer a platform that asks whether its webhooks may come here', permissions: 'none', body: 'none', query: inbound.ChallengeQuery, status: 200, contentTypes: ['text/plain', 'application/json'] },
  'inbound.receive':     { method: 'POST',   path: '/v1/inbound/{platform}/{account}', summary: 'Take a webhook of a platform: comments and mentions become engagement', permissions: 'none', body: 'raw', openapiBody: inbound.PlatformWebhook, query: inbound.AnyQuery, status: 200 },
  'team.list-members':        { method: 'GET',    path: '/v1/team/members', summary: 'List the members of the workspace', permissions: ['team:read'], body: 'none', query: request.PageQuery, status: 200 },
  'team.get-member':         { method: 'GET',    path: '/v1/team/members/{id}', summary: 'Read a member', permissions: ['team:read'], body: 'none', query: request.NoQuery, status: 200 },
  'team.update-member':  { method: 'PUT',    path: '/v1/team/members/{id}', summary: 'Change role, permissions or name of a member', permissions: ['team:write'], body: teamRequest.MemberUpdate, query: request.NoQuery, status: 200 },
  'team.remove-member':  { method: 'DELETE', path: '/v1/team/members/{id}', summary: 'Remove a member; their keys and tokens end with it', permissions: ['team:write'], body: 'none', query: request.NoQuery, status: 200 },
  'team.invite':         { method: 'POST',   path: '/v1/team/invite', summary: 'Invite a person by email', permissions: ['team:write'], showsSecret: true, body: teamRequest.TeamInvite, query: request.NoQuery, status: 201 },
  'team.list-invitations':    { method: 'GET',    path: '/v1/team/invitations', summary: 'List invitations, newest first', permissions: ['team:read'], body: 'none', query: teamRequest.InvitationsQuery, status: 200 },
  'team.accept-invitation':         { method: 'POST',   path: '/v1/team/invitations/accept', summary: 'Accept an invitation by its token, and get a first key', permissions: 'none', body: teamRequest.InvitationAccept, query: request.NoQuery, status: 201 },
  'team.resend-invitation': { method: 'POST', path: '/v1/team/invitations/{id}/resend', summary: 'Send an invitation again, with a new token and seven new days', permissions: ['team:write'], showsSecret: true, body: 'none', query: request.NoQuery, status: 200 },
  'team.revoke-invitation': { method: 'DELETE', path: '/v1/team/invitations/{id}', summary: 'Revoke an invitation; its address is free again', permissions: ['team:write'], body: 'none', query: request.NoQuery, status: 200 },
  'keys.list':           { method: 'GET',    path: '/v1/keys', summary: 'List the keys of the workspace, newest first', permissions: ['keys:read'], body: 'none', query: request.PageQuery, status: 200 },
  'keys.create':         { method: 'POST',   path: '/v1/keys', summary: 'Make a key; its secret is shown this once', permissions: ['keys:write'], showsSecret: true, body: keyRequest.KeyCreate, query: request.NoQuery, status: 201 },
  'keys.get':            { method: 'GET',    path: '/v1/keys/{id}', summary: 'Read a key, without its secret', permissions: ['keys:read'], body: 'none', query: request.NoQuery, status: 200 },
  'keys.delete':         { method: 'DELETE', path: '/v1/keys/{id}', summary: 'Revoke a key; its tokens end within 60 seconds', permissions: ['keys:write'], body: 'none', query: request.NoQuery, status: 200 },
  'keys.reroll':         { method: 'POST',   path: '/v1/keys/{id}/reroll', summary: 'Give a key another secret; the old one works for overlap_seconds more', permissions: ['keys:write'], showsSecret: true, body: keyRequest.KeyReroll, query: request.NoQuery, status: 200 },
  'webhooks.create':     { method: 'POST',   path: '/v1/webhooks', summary: 'Register an endpoint for events', permissions: ['webhooks:write'], plan: 'webhookPlan', showsSecret: true, body: webhookRequest.WebhookCreate, query: request.NoQuery, status: 201 },
  'webhooks.list':       { method: 'GET',    path: '/v1/webhooks', summary: 'List webhook endpoints', permissions: ['webhooks:read'], body: 'none', query: request.PageQuery, status: 200 },
  'webhooks.get':        { method: 'GET',    path: '/v1/webhooks/{id}', summary: 'Read a webhook endpoint', permissions: ['webhooks:read'], body: 'none', query: request.NoQuery, status: 200 },
  'webhooks.update':     { method: 'PUT',    path: '/v1/webhooks/{id}', summary: 'Change an endpoint, pause it or set it active again', permissions: ['webhooks:write'], plan: 'webhookPlan', body: webhookRequest.WebhookUpdate, query: request.NoQuery, status: 200 },
  'webhooks.delete':     { method: 'DELETE', path: '/v1/webhooks/{id}', summary: 'Remove an endpoint; what is on its way to it is dropped', permissions: ['webhooks:write'], body: 'none', query: request.NoQuery, status: 200 },
  'webhooks.rotate-secret': { method: 'POST', path: '/v1/webhooks/{id}/rotate-secret', summary: 'Replace the signing secret; both sign for a day', permissions: ['webhooks:write'], plan: 'webhookPlan', showsSecret: true, body: webhookRequest.WebhookRotate, query: request.NoQuery, status: 200 },
  'webhooks.test':       { method: 'POST',   path: '/v1/webhooks/{id}/test', summary: 'Send a test delivery and wait for its answer', permissions: ['webhooks:write'], plan: 'webhookPlan', body: webhookRequest.WebhookTest, query: request.NoQuery, hasExternalEffect: true, rateLimitBeforeHandler: true, status: 200, timeoutSeconds: 29 },
  'webhooks.list-deliveries': { method: 'GET',    path: '/v1/webhooks/{id}/deliveries', summary: 'What became of the deliveries to an endpoint, newest first', permissions: ['webhooks:read'], body: 'none', query: webhookRequest.DeliveriesQuery, status: 200 },
  'webhooks.get-delivery':   { method: 'GET',    path: '/v1/webhooks/{id}/deliveries/{delivery_id}', summary: 'Read a delivery with its attempts', permissions: ['webhooks:read'], body: 'none', query: request.NoQuery, status: 200 },
  'webhooks.replay-delivery':     { method: 'POST',   path: '/v1/webhooks/{id}/deliveries/{delivery_id}/replay', summary: 'Make a delivery again, with the same webhook-id', permissions: ['webhooks:write'], plan: 'webhookPlan', body: 'none', query: request.NoQuery, status: 202 },
  'webhooks.recover-deliveries':    { method: 'POST',   path: '/v1/webhooks/{id}/recover', summary: 'Make every delivery again that failed since a time', permissions: ['webhooks:write'], plan: 'webhookPlan', body: webhookRequest.WebhookRecover, query: request.NoQuery, status: 202, alternateStatus: 200 },
  'events.list':         { method: 'GET',    path: '/v1/events', summary: 'The events of the last 30 days, newest first', permissions: ['webhooks:read'], body: 'none', query: webhookRequest.EventsQuery, status: 200 },
  'events.get':          { method: 'GET',    path: '/v1/events/{id}', summary: 'Read an event as it was delivered', permissions: ['webhooks:read'], body: 'none', query: request.NoQuery, status: 200 },
  'problems.list':       { method: 'GET',    path: '/v1/problems', summary: 'Every kind of problem this API answers with', permissions: 'none', body: 'none', query: request.NoQuery, status: 200, contentTypes: ['text/html', 'application/json'] },
  'problems.get':        { method: 'GET',    path: '/v1/problems/{code}', summary: 'What a kind of problem means and what to do', permissions: 'none', body: 'none', query: request.NoQuery, status: 200, contentTypes: ['text/html', 'application/json'] },
  'docs.openapi':        { method: 'GET',    path: '/v1/openapi.json', summary: 'This document', permissions: 'none', body: 'none', query: request.NoQuery, status: 200 },
  'docs.html':           { method: 'GET',    path: '/v1/docs', summary: 'This document as a page to read', permissions: 'none', body: 'none', query: request.NoQuery, status: 200, contentTypes: ['text/html'] },
  'docs.redoc-script':         { method: 'GET',    path: '/v1/docs/redoc.js', summary: 'The script of the documentation page', permissions: 'none', body: 'none', query: request.NoQuery, status: 200, contentTypes: ['text/javascript'] },
  'audit.list':          { method: 'GET',    path: '/v1/audit', summary: 'What was changed in the workspace, by whom and from where, newest first', permissions: ['audit:read'], body: 'none', query: auditRequest.AuditQuery, status: 200 },
  'audit.verify':        { method: 'GET',    path: '/v1/audit/verify', summary: 'Check that no entry of the audit log was changed, removed or added', permissions: ['audit:read'], body: 'none', query: auditRequest.AuditVerifyQuery, status: 200 },
} as const satisfies Record<string, Route>;

export type Operation = keyof typeof ROUTES;

/** The row of an operation, with the types common to all rows. */
export function routeOf(operation: Operation): Route {
  return ROUTES[operation];
}

/** All rows with their names. */
export function allRoutes(): [Operation, Route][] {
  return Object.entries(ROUTES) as [Operation, Route][];
}

/** Methods the service answers at a path, for the `Allow` header; empty for an unknown path. */
export function methodsAt(path: string): string[] {
  const methods = allRoutes()
    .filter(([, route]) =>
      [route.path, route.aliasPath].some((template) => template && matches(template, path)),
    )
    .map(([, route]) => route.method);
  return [...new Set(methods)].sort();
}

function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll(/\{[a-z_]+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
