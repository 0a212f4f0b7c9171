import { problemKind, problemKinds } from '../../lib/app/problems/problem-kinds.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { acceptsIdempotencyKey, type DocumentedOperation } from '../../lib/core/api/define-operation.ts';
import { headersOf } from './headers.ts';
import { pascal } from './schema-names.ts';
import type { Json } from './schemas.ts';

/** List the problems of an operation: those that follow from its declaration, and those it declares. */
function problemsOf(operation: DocumentedOperation): string[] {
  const { method, permissions, stage, agents, portals, access, plan, body, path, ifMatch, errors = [] } = operation;
  const acceptsKey = acceptsIdempotencyKey(operation);
  const isKnown = permissions !== 'none';
  const all: (string | false | undefined)[] = [
    'invalid_query',
    body !== 'none' && 'invalid_json',
    (isKnown || ifMatch) && 'invalid_request',
    isKnown && !stage && 'workspace_required',
    ifMatch && 'precondition_failed',
    isKnown && 'missing_credentials',
    isKnown && 'invalid_token',
    isKnown && 'ip_not_allowed',
    isKnown && 'workspace_mismatch',
    isKnown && 'agent_not_permitted',
    isKnown && !portals && 'portal_not_permitted',
    isKnown && agents && 'agent_paused',
    access.add?.includes('AgentUsage') && 'agent_budget_exceeded',
    typeof permissions === 'object' && 'insufficient_scope',
    plan && 'plan_required',
    path.includes('{') && 'not_found',
    acceptsKey && 'request_in_flight',
    isKnown && stage !== true && method !== 'GET' && 'workspace_suspended',
    isKnown && stage !== true && 'workspace_deleting',
    'body_too_large',
    'unsupported_media_type',
    typeof body === 'object' && 'validation_failed',
    acceptsKey && 'idempotency_key_reused',
    'quota-exceeded',
    'internal_error',
    'temporarily_unavailable',
  ];
  const exchange: string[] =
    body === 'custom'
      ? ['invalid_request', 'unsupported_grant_type', 'invalid_scope', 'invalid_client', 'too_many_failed_exchanges']
      : [];
  const given = [...all, ...exchange, ...errors].filter((code) => code !== false);
  return [...new Set(given.filter((code) => code !== undefined))];
}

/** Describe the problems of an operation as its responses, one for each status. */
export function problemResponses(operation: DocumentedOperation): Record<string, Json> {
  const byStatus = Map.groupBy(problemsOf(operation), (code) => problemKind(code).status);
  const { errorPages = [] } = operation;
  for (const status of errorPages) if (!byStatus.has(status)) byStatus.set(status, []);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [
      String(status),
      {
        description: [
          ...codes.map((code) => `\`${code}\`: ${problemKind(code).meaning}`),
          ...(errorPages.includes(status) ? ['A page that states the reason.'] : []),
        ].join('\n\n'),
        ...headersOf(operation, status),
        ...(codes.length > 0 ? { 'x-error-codes': codes } : {}),
        content: {
          ...(codes.length > 0 ? problemContent(operation, codes) : {}),
          ...(errorPages.includes(status) ? { 'text/html': { schema: { type: 'string' } } } : {}),
        },
      },
    ]),
  );
}

function problemContent(operation: DocumentedOperation, codes: string[]): Json {
  return asProblem(operation, {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  });
}

/** List the media types of a problem: OAuth clients request token errors as plain JSON. */
function asProblem({ body }: DocumentedOperation, media: Json): Json {
  return { 'application/problem+json': media, ...(body === 'custom' ? { 'application/json': media } : {}) };
}

/** Build an example of every problem that an operation returns, for the responses to reference. */
export function problemExamples(): Record<string, Json> {
  const used = new Set(allEndpoints().flatMap(([, operation]) => problemsOf(operation)));
  const kinds = problemKinds().filter(({ code }) => used.has(code));
  return Object.fromEntries(kinds.map(({ code, title, example }) => [code, { summary: title, value: example }]));
}

/**
 * Collect the responses that occur more than once, named by their codes, for `components`. Replaces each of them
 * in `paths`, in place, with a reference.
 */
export function sharedResponses(paths: Record<string, Record<string, Json>>): Record<string, Json> {
  const responsesByOperation = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ responses }) => responses as Record<string, Json>),
  );
  const seen = Map.groupBy(
    responsesByOperation.flatMap((responses) => Object.keys(responses).map((status) => ({ responses, status }))),
    ({ responses, status }) => JSON.stringify([status, responses[status]]),
  );
  const shared: Record<string, Json> = {};
  for (const uses of seen.values()) {
    const { responses, status } = uses[0]!;
    const response = responses[status]!;
    const codes = codesIn(response);
    if (uses.length === 1 || codes.length === 0) continue;
    const name = codes.map(pascal).join('Or');
    shared[name] = response;
    for (const use of uses) use.responses[use.status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

function codesIn({ content }: Json): string[] {
  const problem = (content as Record<string, { examples?: Json }> | undefined)?.['application/problem+json'];
  return Object.keys(problem?.examples ?? {});
}
