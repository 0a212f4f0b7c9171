import { Engagement as EngagementForm } from '../../lib/contract/engagement-requests.ts';
import { type SentEngagement, sortOut } from '../../lib/domain/ingestion.ts';
import type { FieldError } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requestName } from '../../lib/http/idempotency.ts';
import { keepAll, loadKnown } from '../../lib/http/keep-engagements.ts';
import { holdAgainst } from '../../lib/http/validate.ts';

/**
 * Keeps a batch of engagements, each by itself: a hundred of them and the record of the key are more than a
 * transaction takes. What follows from them, follows from the stream.
 */
export const handler = endpoint('engagements.ingest', async ({ caller, body, nowMs, call }) => {
  const receipt = { workspaceId: caller.workspace.id, nowMs, request: requestName(call) };
  const elements = body.engagements.map(read);
  const sent = elements.flatMap((element) => ('sent' in element ? element.sent : []));
  const sorted = sortOut(elements, await loadKnown(receipt.workspaceId, sent), receipt);
  const kept = await keepAll(sorted, receipt);
  return {
    status: 200,
    body: {
      results: kept.map((result, index) => ({ external_id: idIn(body.engagements[index]), ...result })),
    },
  };
});

function read(element: unknown, index: number): { sent: SentEngagement } | { error: FieldError } {
  const held = holdAgainst(EngagementForm, element);
  if ('data' in held) return { sent: held.data };
  const [error] = held.errors;
  return { error: { ...error, pointer: `/engagements/${index}${error.pointer}` } };
}

/** The external id an element was sent with, whatever else is wrong with it. */
function idIn(element: unknown): string | null {
  const { external_id } = element as { external_id?: unknown };
  return typeof external_id === 'string' ? external_id : null;
}
