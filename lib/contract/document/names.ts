import type * as z from 'zod';
import * as accountReplies from '../account-replies.ts';
import * as analyticsReplies from '../analytics-replies.ts';
import * as auditReplies from '../audit-replies.ts';
import * as documentReplies from '../document-replies.ts';
import * as engagementRequests from '../engagement-requests.ts';
import { allEvents, payloadSchema } from '../event-catalogue.ts';
import * as inboundForms from '../inbound-forms.ts';
import * as keyReplies from '../key-replies.ts';
import * as keyRequests from '../key-requests.ts';
import * as replies from '../replies.ts';
import * as requests from '../requests.ts';
import type { Operation } from '../routes.ts';
import * as teamReplies from '../team-replies.ts';
import * as teamRequests from '../team-requests.ts';
import * as webhookReplies from '../webhook-replies.ts';
import * as webhookRequests from '../webhook-requests.ts';

// Schemas have the names of what they are exported as, without the "Reply"; the files with no schema in them
// do no harm. A new file of schemas is added here.
const FILES: object[] = [
  accountReplies,
  analyticsReplies,
  auditReplies,
  documentReplies,
  engagementRequests,
  inboundForms,
  keyReplies,
  keyRequests,
  replies,
  requests,
  teamReplies,
  teamRequests,
  webhookReplies,
  webhookRequests,
];

const OTHERWISE: Record<string, string> = {
  EntryReply: 'ScheduleEntry',
  ScheduleCreateReply: 'Scheduled',
  ScheduleListReply: 'ScheduleEntryList',
  MembersReply: 'MemberList',
  KeySecretReply: 'KeyWithSecret',
  InviteReply: 'Invited',
  AcceptReply: 'Accepted',
  WebhookRotateReply: 'WebhookSecretRotated',
  WebhookTestReply: 'WebhookTestResult',
  WebhookRecoverReply: 'WebhookRecovery',
  DeletedReply: 'Done',
  ComparedReply: 'ContentCompared',
  WebhookCreateReply: 'WebhookCreated',
  TokenRequestForms: 'TokenRequest',
  EngagementsForm: 'Engagements',
  EngagementsReply: 'EngagementResults',
  ProblemKindReply: 'ProblemKind',
};

const EXPORTED = FILES.flatMap((file) => Object.entries(file)).filter(
  // A query is a list of parameters in the document, and no schema.
  ([name, value]) => /^[A-Z]/.test(name) && !name.endsWith('Query') && isSchema(value),
);

/** The name of every schema that has one in the document: how generated clients call it. */
export const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map(
  EXPORTED.map(([name, schema]) => [schema, OTHERWISE[name] ?? shortName(name)]),
);

// A request keeps its name where the reply to it would be called the same.
function shortName(name: string): string {
  const short = name.replace(/Reply$/, '');
  return short !== name && EXPORTED.some(([other]) => other === short) ? name : short;
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** The payload of each kind of event, by its name: `content.created` is `ContentCreatedEvent`. */
export function eventSchemas(): Map<string, { name: string; schema: z.ZodType }> {
  return new Map(
    allEvents().map(([kind]) => [kind, { name: `${pascal(kind)}Event`, schema: payloadSchema(kind) }]),
  );
}

/** What an operation is listed under: `content` of `content.create`. */
export function tagOf(operation: Operation): string {
  return operation.slice(0, operation.indexOf('.'));
}

/** `rate_limit` or `rate.limit` as `RateLimit`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
