import type * as z from 'zod';
import { EVENT_KINDS } from '../../events/events.ts';
import { payloadSchema } from '../../events/payload-schemas.ts';
import * as accountResponses from '../account-responses.ts';
import * as analyticsResponses from '../analytics-responses.ts';
import * as auditResponses from '../audit-responses.ts';
import * as documentResponses from '../document-responses.ts';
import * as engagementRequests from '../engagement-requests.ts';
import * as keyRequests from '../key-requests.ts';
import * as keyResponses from '../key-responses.ts';
import * as platformWebhookSchemas from '../platform-webhook-schemas.ts';
import * as requests from '../requests.ts';
import * as responses from '../responses.ts';
import type { Operation } from '../routes.ts';
import * as teamRequests from '../team-requests.ts';
import * as teamResponses from '../team-responses.ts';
import * as webhookRequests from '../webhook-requests.ts';
import * as webhookResponses from '../webhook-responses.ts';

// Schemas have the names of what they are exported as, without the "Response"; the files with no schema in them
// do no harm. A new file of schemas is added here.
const FILES: object[] = [
  accountResponses,
  analyticsResponses,
  auditResponses,
  documentResponses,
  engagementRequests,
  platformWebhookSchemas,
  keyResponses,
  keyRequests,
  responses,
  requests,
  teamResponses,
  teamRequests,
  webhookResponses,
  webhookRequests,
];

const NAME_OVERRIDES: Record<string, string> = {
  EntryResponse: 'ScheduleEntry',
  ScheduleCreateResponse: 'Scheduled',
  ScheduleListResponse: 'ScheduleEntryList',
  MembersResponse: 'MemberList',
  KeySecretResponse: 'KeyWithSecret',
  InviteResponse: 'Invited',
  AcceptResponse: 'Accepted',
  WebhookRotateResponse: 'WebhookSecretRotated',
  WebhookTestResponse: 'WebhookTestResult',
  WebhookRecoverResponse: 'WebhookRecovery',
  DeletedResponse: 'Done',
  ContentRankingResponse: 'ContentRanking',
  WebhookCreateResponse: 'WebhookCreated',
  TokenRequestForms: 'TokenRequest',
  EngagementsForm: 'Engagements',
  EngagementsResponse: 'EngagementResults',
  ProblemKindResponse: 'ProblemKind',
};

const EXPORTED = FILES.flatMap((file) => Object.entries(file)).filter(
  // A query is a list of parameters in the document, and no schema.
  ([name, value]) => /^[A-Z]/.test(name) && !name.endsWith('Query') && isSchema(value),
);

/** The name of every schema that has one in the document: how generated clients call it. */
export const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map(
  EXPORTED.map(([name, schema]) => [schema, NAME_OVERRIDES[name] ?? shortName(name)]),
);

// A request keeps its name where the reply to it would be called the same.
function shortName(name: string): string {
  const short = name.replace(/Response$/, '');
  return short !== name && EXPORTED.some(([other]) => other === short) ? name : short;
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** The payload of each kind of event, by its name: `content.created` is `ContentCreatedEvent`. */
export function eventSchemas(): Map<string, { name: string; schema: z.ZodType }> {
  return new Map(
    EVENT_KINDS.map((kind) => [kind, { name: `${pascal(kind)}Event`, schema: payloadSchema(kind) }]),
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
