import type * as z from 'zod';
import * as account from './account-responses.ts';
import * as analyticsResponse from './analytics-responses.ts';
import * as auditResponse from './audit-responses.ts';
import * as doc from './document-responses.ts';
import * as keyResponse from './key-responses.ts';
import * as inbound from './platform-webhook-schemas.ts';
import * as response from './responses.ts';
import type { Operation } from './routes.ts';
import * as team from './team-responses.ts';
import * as webhookResponse from './webhook-responses.ts';

/**
 * What each operation answers when it succeeds. Beside the route table and not in it: the document and the tests
 * read this, no function does, and making these shapes would be a part of every cold start. Total over the
 * operations: a missing row does not compile.
 */
export const RESPONSE_SCHEMAS: Record<Operation, z.ZodType> = {
  'auth.token': response.TokenResponse,
  'auth.verify': response.VerifyResponse,
  'content.list': response.ContentListResponse,
  'content.create': response.ContentResponse,
  'content.get': response.ContentResponse,
  'content.update': response.ContentResponse,
  'content.delete': response.DeletedResponse,
  'content.validate': response.ValidateResponse,
  'content.retry': response.ContentResponse,
  'content.resolve': response.ContentResponse,
  'schedule.list': response.ScheduleListResponse,
  'schedule.create': response.ScheduleCreateResponse,
  'schedule.cancel': response.DeletedResponse,
  'accounts.list': account.AccountListResponse,
  'accounts.create': account.AccountResponse,
  'accounts.get': account.AccountResponse,
  'accounts.delete': response.DeletedResponse,
  'analytics.performance': analyticsResponse.PerformanceResponse,
  'analytics.rank-content': analyticsResponse.ContentRankingResponse,
  'analytics.best-times': analyticsResponse.BestTimesResponse,
  'analytics.trends': analyticsResponse.TrendsResponse,
  'engagements.create': response.EngagementsResponse,
  'inbound.verify': inbound.ChallengeResponse,
  'inbound.receive': inbound.ReceivedResponse,
  'team.list-members': team.MembersResponse,
  'team.get-member': team.MemberResponse,
  'team.update-member': team.MemberResponse,
  'team.remove-member': response.DeletedResponse,
  'team.invite': team.InviteResponse,
  'team.list-invitations': team.InvitationListResponse,
  'team.accept-invitation': team.AcceptResponse,
  'team.resend-invitation': team.InviteResponse,
  'team.revoke-invitation': response.DeletedResponse,
  'keys.list': keyResponse.KeyListResponse,
  'keys.create': keyResponse.KeySecretResponse,
  'keys.get': keyResponse.KeyResponse,
  'keys.delete': response.DeletedResponse,
  'keys.reroll': keyResponse.KeySecretResponse,
  'webhooks.create': webhookResponse.WebhookCreateResponse,
  'webhooks.list': webhookResponse.WebhookListResponse,
  'webhooks.get': webhookResponse.WebhookResponse,
  'webhooks.update': webhookResponse.WebhookResponse,
  'webhooks.delete': response.DeletedResponse,
  'webhooks.rotate-secret': webhookResponse.WebhookRotateResponse,
  'webhooks.test': webhookResponse.WebhookTestResponse,
  'webhooks.list-deliveries': webhookResponse.DeliveryListResponse,
  'webhooks.get-delivery': webhookResponse.DeliveryResponse,
  'webhooks.replay-delivery': webhookResponse.DeliveryResponse,
  'webhooks.recover-deliveries': webhookResponse.WebhookRecoverResponse,
  'events.list': webhookResponse.EventListResponse,
  'events.get': webhookResponse.EventResponse,
  'problems.list': doc.ProblemKindListResponse,
  'problems.get': doc.ProblemKindResponse,
  'docs.openapi': doc.OpenApiResponse,
  'docs.html': doc.TextResponse,
  'docs.redoc-script': doc.TextResponse,
  'audit.list': auditResponse.AuditListResponse,
  'audit.verify': auditResponse.AuditVerifyResponse,
};
