import { type Json, RpcError } from '../mcp/rpc-message.ts';
import { type Call, RejectedCall } from '../tools/call.ts';
import { postResource } from './post.ts';
import { report } from './report.ts';
import type { ResourceKind } from './resource-kind.ts';
import { weekPlan } from './week-plan.ts';

const KINDS: readonly ResourceKind[] = [weekPlan, postResource, report];
const TYPE = { mimeType: 'application/json' };

/** List the resources that always exist. */
export function listResources(): Json[] {
  return KINDS.flatMap(({ listed, name, title, description }) =>
    listed === null ? [] : [{ uri: listed, name, title, description, ...TYPE }],
  );
}

/** List the templates of all resources. */
export function listTemplates(): Json[] {
  return KINDS.map(({ uriTemplate, name, title, description }) => ({ uriTemplate, name, title, description, ...TYPE }));
}

/**
 * Read a resource. Returns null for a URI without one, also for that of another workspace. Throws -32603 with the code of
 * the problem when the API rejects the request for another reason.
 */
export async function readResource(uri: string, call: Call, nowMs: number): Promise<Json[] | null> {
  for (const { pattern, read } of KINDS) {
    const variable = pattern.exec(uri)?.[1];
    if (variable === undefined) continue;
    const value = await read(variable, call, nowMs).catch(rejectedValue);
    return value && [{ uri, ...TYPE, text: JSON.stringify(value) }];
  }
  return null;
}

function rejectedValue(error: unknown): null {
  if (!(error instanceof RejectedCall)) throw error;
  const { code, status, detail } = error.problem;
  if (status === 404) return null;
  throw new RpcError('internal_error', String(detail), { status: 200, data: { code } });
}
