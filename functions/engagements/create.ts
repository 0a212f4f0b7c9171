import { operation } from '../../lib/analytics/api/engagements/create.ts';
import { Engagement as EngagementSchema } from '../../lib/analytics/api/engagements/requests.ts';
import { classifyBatch, type EngagementInput } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { ingestAll, loadReferences } from '../../lib/analytics/steps/ingest-engagements.ts';
import type { FieldError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { idempotentRequestId } from '../../lib/identity/pipeline/idempotency.ts';
import { parseWith } from '../../lib/identity/pipeline/validate.ts';

/**
 * Ingest a batch of engagements, each in its own transaction. A full batch with its idempotency record exceeds the
 * items of one transaction. Stream handlers update the metrics and emit the events.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, context }) => {
  const ingestContext = { workspaceId: caller.workspace.id, nowMs, request: idempotentRequestId(context) };
  const elements = body.engagements.map(parseElement);
  const sent = elements.flatMap((element) => ('sent' in element ? element.sent : []));
  const references = await loadReferences(ingestContext.workspaceId, sent);
  const decisions = classifyBatch(elements, references, ingestContext);
  const results = await ingestAll(decisions, ingestContext);
  return {
    status: 200,
    body: {
      results: results.map((result, index) => ({ external_id: externalIdOf(body.engagements[index]), ...result })),
    },
  };
});

function parseElement(element: unknown, index: number): { sent: EngagementInput } | { error: FieldError } {
  const parsed = parseWith(EngagementSchema, element);
  if ('data' in parsed) return { sent: parsed.data };
  const [error] = parsed.errors;
  return { error: { ...error, pointer: `/engagements/${index}${error.pointer}` } };
}

/** Return the external id of an element, even when the element is otherwise invalid. */
function externalIdOf(element: unknown): string | null {
  const { external_id } = element as { external_id?: unknown };
  return typeof external_id === 'string' ? external_id : null;
}
