import { formatInstant } from '../domain/instant.ts';
import { isUseNews } from '../domain/key-granting.ts';
import { log } from '../log.ts';
import { recordUse } from '../table/key-use.ts';
import type { Call } from './call.ts';

/**
 * Writes down that a key was used, unless that is known to be so of the last five minutes: `lastUsedAt` is
 * what was read of it. The write goes on beside the request, and a request is none the worse when it fails.
 * Answers when the key was last used, as is known now.
 */
export function noteUse(call: Call, clientId: string, lastUsedAt: string | null): string | null {
  if (!isUseNews(lastUsedAt, call.nowMs)) return lastUsedAt;
  const use = { client_id: clientId, last_used_at: formatInstant(call.nowMs) };
  call.meanwhile.push(
    recordUse(use).catch((error: Error) => {
      log.warn('the use of a key was not written down', {
        client_id: clientId,
        request_id: call.requestId,
        error: error.name,
      });
    }),
  );
  return use.last_used_at;
}
