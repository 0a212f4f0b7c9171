import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';

/** Load the queues of the workspace: at most 20. Empty while they are loaded, and for a member who may not read them. */
export function useQueues(): Schemas['Queue'][] {
  const load = () => unwrap(api.GET('/queues', { params: { query: { limit: 20 } } }));
  return useQuery('queue-choices', load, { isShared: true }).data?.queues ?? [];
}
