import { Engagement as EngagementForm, operation } from '../../lib/api/engagements/create.ts';
import { classifyBatch, type EngagementInput } from '../../lib/domain/analytics/engagement-ingestion.ts';
import type { FieldError } from '../../lib/domain/api-error.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { idempotentRequestId } from '../../lib/http/idempotency.ts';
import { parseWith } from '../../lib/http/validate.ts';
import { ingestAll, loadReferences } from '../../lib/use-cases/ingest-engagements.ts';

/**
 * Keeps a batch of engagements, each by itself: a hundred of them and the record of the key are more than a
 * transaction takes. What follows from them, follows from the stream.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, context }) => {
  const receipt = { workspaceId: caller.workspace.id, nowMs, request: idempotentRequestId(context) };
  const elements = body.engagements.map(read);
  const sent = elements.flatMap((element) => ('sent' in element ? element.sent : []));
  const sorted = classifyBatch(elements, await loadReferences(receipt.workspaceId, sent), receipt);
  const kept = await ingestAll(sorted, receipt);
  return {
    status: 200,
    body: {
      results: kept.map((result, index) => ({ external_id: idIn(body.engagements[index]), ...result })),
    },
  };
});

function read(element: unknown, index: number): { sent: EngagementInput } | { error: FieldError } {
  const held = parseWith(EngagementForm, element);
  if ('data' in held) return { sent: held.data };
  const [error] = held.errors;
  return { error: { ...error, pointer: `/engagements/${index}${error.pointer}` } };
}

/** The external id an element was sent with, whatever else is wrong with it. */
function idIn(element: unknown): string | null {
  const { external_id } = element as { external_id?: unknown };
  return typeof external_id === 'string' ? external_id : null;
}
