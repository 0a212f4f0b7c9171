import type * as z from 'zod';
import * as account from './account-replies.ts';
import * as analyticsReply from './analytics-replies.ts';
import * as auditReply from './audit-replies.ts';
import * as doc from './document-replies.ts';
import * as inbound from './inbound-forms.ts';
import * as keyReply from './key-replies.ts';
import * as reply from './replies.ts';
import type { Operation } from './routes.ts';
import * as team from './team-replies.ts';
import * as webhookReply from './webhook-replies.ts';

/**
 * What each operation answers when it succeeds. Beside the route table and not in it: the document and the tests
 * read this, no function does, and making these shapes would be a part of every cold start. Total over the
 * operations: a missing row does not compile.
 */
export const REPLIES: Record<Operation, z.ZodType> = {
  'auth.token': reply.TokenReply,
  'auth.verify': reply.VerifyReply,
  'content.list': reply.ContentListReply,
  'content.create': reply.ContentReply,
  'content.get': reply.ContentReply,
  'content.update': reply.ContentReply,
  'content.delete': reply.DeletedReply,
  'content.validate': reply.ValidateReply,
  'content.retry': reply.ContentReply,
  'content.resolve': reply.ContentReply,
  'schedule.list': reply.ScheduleListReply,
  'schedule.create': reply.ScheduleCreateReply,
  'schedule.cancel': reply.DeletedReply,
  'accounts.list': account.AccountListReply,
  'accounts.create': account.AccountReply,
  'accounts.get': account.AccountReply,
  'accounts.delete': reply.DeletedReply,
  'analytics.performance': analyticsReply.PerformanceReply,
  'analytics.content': analyticsReply.ComparedReply,
  'analytics.best-times': analyticsReply.BestTimesReply,
  'analytics.trends': analyticsReply.TrendsReply,
  'engagements.ingest': reply.EngagementsReply,
  'inbound.verify': inbound.ChallengeReply,
  'inbound.receive': inbound.ReceivedReply,
  'team.members': team.MembersReply,
  'team.member': team.MemberReply,
  'team.update-member': team.MemberReply,
  'team.remove-member': reply.DeletedReply,
  'team.invite': team.InviteReply,
  'team.invitations': team.InvitationListReply,
  'team.accept': team.AcceptReply,
  'team.resend-invitation': team.InviteReply,
  'team.revoke-invitation': reply.DeletedReply,
  'keys.list': keyReply.KeyListReply,
  'keys.create': keyReply.KeySecretReply,
  'keys.get': keyReply.KeyReply,
  'keys.delete': reply.DeletedReply,
  'keys.reroll': keyReply.KeySecretReply,
  'webhooks.create': webhookReply.WebhookCreateReply,
  'webhooks.list': webhookReply.WebhookListReply,
  'webhooks.get': webhookReply.WebhookReply,
  'webhooks.update': webhookReply.WebhookReply,
  'webhooks.delete': reply.DeletedReply,
  'webhooks.rotate-secret': webhookReply.WebhookRotateReply,
  'webhooks.test': webhookReply.WebhookTestReply,
  'webhooks.deliveries': webhookReply.DeliveryListReply,
  'webhooks.delivery': webhookReply.DeliveryReply,
  'webhooks.replay': webhookReply.DeliveryReply,
  'webhooks.recover': webhookReply.WebhookRecoverReply,
  'events.list': webhookReply.EventListReply,
  'events.get': webhookReply.EventReply,
  'problems.list': doc.ProblemKindListReply,
  'problems.get': doc.ProblemKindReply,
  'docs.openapi': doc.OpenApiReply,
  'docs.page': doc.TextReply,
  'docs.script': doc.TextReply,
  'audit.list': auditReply.AuditListReply,
  'audit.verify': auditReply.AuditVerifyReply,
};
