import type { Caller, RequestContext } from '../../identity/pipeline/request-context.ts';
import type { ImportRunner } from '../rules/import.ts';

/**
 * Return who changes or runs an import. Without the right to override the duplicate guard: an import never repeats a post.
 */
export function runnerOf(caller: Caller, { requestId, sourceAddress }: RequestContext): ImportRunner {
  const permissions = caller.permissions.filter((permission) => permission !== 'content:override');
  const { userId: user_id, clientId: client_id, stage } = caller;
  const actor = stage?.actor ?? null;
  return {
    ...{ user_id, client_id, permissions, request_id: requestId, source_ip: sourceAddress },
    ...(actor === null ? {} : { actor }),
  };
}
