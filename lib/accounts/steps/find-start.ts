import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import type { LinkErrorCode } from '../rules/connect/connect-errors.ts';
import { type ConnectFlow, connectStatus } from '../rules/connect/connect-flow.ts';
import { loadFlowByToken } from '../store/connect-flows.ts';
import { isBrowserOf } from './connect-browser.ts';

/** A flow to start, or why it cannot be started, with the flow if there is one. */
type FoundStart = { flow: ConnectFlow; error: null } | { flow: ConnectFlow | null; error: LinkErrorCode | 'expired' };

/** Find the flow of a start page. The first browser that continues has the flow, and may continue again. */
export async function findStart(token: string, context: RequestContext, nowMs: number): Promise<FoundStart> {
  const flow = await loadFlowByToken(token, 'start_hash');
  if (!flow) return { flow, error: 'unknown_state' };
  if (flow.browser_hash !== null && !isBrowserOf(flow, context)) return { flow, error: 'other_browser' };
  if (connectStatus(flow, nowMs) === 'expired') return { flow, error: 'expired' };
  return flow.status === 'pending' ? { flow, error: null } : { flow, error: 'already_used' };
}
