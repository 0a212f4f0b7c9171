import { shouldRecordUse } from '../domain/identity/api-key-policy.ts';
import { formatInstant } from '../domain/timestamps.ts';
import { log } from '../observability/log.ts';
import { recordApiKeyUsage } from '../table/api-key-usage.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Writes down that a key was used, unless that is known to be so of the last five minutes: `lastUsedAt` is
 * what was read of it. The write goes on beside the request, and a request is none the worse when it fails.
 * Answers when the key was last used, as is known now.
 */
export function touchApiKey(
  call: RequestContext,
  clientId: string,
  lastUsedAt: string | null,
): string | null {
  if (!shouldRecordUse(lastUsedAt, call.nowMs)) return lastUsedAt;
  const use = { client_id: clientId, last_used_at: formatInstant(call.nowMs) };
  call.backgroundWork.push(
    recordApiKeyUsage(use).catch((error: Error) => {
      log.warn('api key usage not recorded', {
        client_id: clientId,
        request_id: call.requestId,
        error: error.name,
      });
    }),
  );
  return use.last_used_at;
}
