import { acceptsIdempotencyKey, type Operation } from '../core/api/define-operation.ts';
import { mergeAccess, type TableAccess } from '../core/api/table-access.ts';

/** Table access of every function that answers requests: the rate limit. The only one of unmatched requests. */
export const RATE_LIMIT_ACCESS: TableAccess = { get: ['RateWindow'], add: ['RateWindow'] };
// Authentication, and the time of the last use of a key.
const AUTH_READS = ['AccessToken', 'ApiKey', 'ApiKeyUsage', 'Session', 'Member', 'Workspace'] as const;
const AUTH_ACCESS: TableAccess = { get: AUTH_READS, put: ['ApiKeyUsage'] };
// The workspace that a stage key names.
const NAMED_WORKSPACE_ACCESS: TableAccess = { get: ['ExternalId'] };
// The stored response of an idempotency key.
const IDEMPOTENCY_ACCESS: TableAccess = { get: ['Idempotency'], put: ['Idempotency'] };

/** Collect the table access of an endpoint: its declared access, rate limit, authentication and idempotency. */
export function accessOf(operation: Operation): TableAccess {
  const { access, permissions, stage } = operation;
  if (permissions === 'none') return mergeAccess(access, RATE_LIMIT_ACCESS);
  const stored = acceptsIdempotencyKey(operation) ? IDEMPOTENCY_ACCESS : {};
  const named = stage === true ? {} : NAMED_WORKSPACE_ACCESS;
  return mergeAccess(access, RATE_LIMIT_ACCESS, AUTH_ACCESS, named, stored);
}

const NOT_OF_AGENTS: readonly string[] = ['ScheduleEntry', 'Queue', 'Label', 'LabelName'];

/**
 * Collect the table access of the MCP server: its own, and that of the endpoints which it calls, without the writes of queues,
 * schedule entries and labels. So no call of an agent can take a slot, schedule, publish or use up the labels of a workspace,
 * whatever the code does.
 */
export function agentAccessOf(own: TableAccess, called: readonly Operation[]): TableAccess {
  const { get = [], list = [], put = [], ...others } = mergeAccess(own, ...called.map(accessOf));
  return {
    ...others,
    // No agent has a stage key.
    get: get.filter((kind) => kind !== 'ExternalId'),
    // Its tools list events of one type, by an index.
    list: list.filter((kind) => kind !== 'Event'),
    put: put.filter((kind) => !NOT_OF_AGENTS.includes(kind)),
  };
}
