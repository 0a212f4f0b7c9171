import { log } from '../../core/observability/log.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { shouldRecordUse } from '../rules/api-key-policy.ts';
import { recordApiKeyUsage } from '../store/api-key-usage.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Record the use of an API key, unless one within the last five minutes is recorded. The write runs as background work,
 * and its failure does not fail the request. `lastUsedAt` is the stored value; returns the new one.
 */
export function touchApiKey(context: RequestContext, clientId: string, lastUsedAt: string | null): string | null {
  if (!shouldRecordUse(lastUsedAt, context.nowMs)) return lastUsedAt;
  const use = { client_id: clientId, last_used_at: formatInstant(context.nowMs) };
  context.backgroundWork.push(
    recordApiKeyUsage(use).catch((error: Error) => {
      log.warn('api key usage not recorded', {
        client_id: clientId,
        request_id: context.requestId,
        error: error.name,
      });
    }),
  );
  return use.last_used_at;
}
