import { idEntropy } from '../../core/crypto/entropy.ts';
import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { requesterOf } from '../rules/stage.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';

/**
 * Build the audit stamp of a change, which is committed with its writes.
 */
export function actorOf(
  context: RequestContext,
  result: Pick<HandlerResult, 'actorUserId' | 'actorClientId' | 'actorReviewLinkId' | 'actorPortal'>,
): AuditStamp {
  const { actorReviewLinkId: review_link_id = null } = result;
  const portal = context.caller?.portal ?? result.actorPortal;
  return {
    ...requesterOf({
      user_id: context.caller?.userId ?? result.actorUserId ?? null,
      client_id: context.caller?.clientId ?? result.actorClientId ?? null,
    }),
    ...(review_link_id === null ? {} : { type: 'review_link' }),
    ...(context.caller?.agent ? { type: 'agent' } : {}),
    ...(portal ? { type: 'portal', user_id: null, client_id: portal.stage_key_id } : {}),
    source_ip: context.sourceAddress,
    request_id: context.requestId,
    operation: context.operation,
    at: formatInstant(context.nowMs),
    change_id: Buffer.from(idEntropy(9)).toString('base64url'),
    review_link_id,
    actor: portal?.actor ?? context.caller?.stage?.actor ?? null,
  };
}
