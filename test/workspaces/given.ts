import { callApi, type Json, type TestResponse } from '../functions/api-harness.ts';
import { newStageTenant, type Tenant } from '../functions/tenants.ts';

/** Create a workspace by a stage key. Returns its representation. */
export async function newCustomer(stage: Tenant, body: Json = {}): Promise<Json & { id: string; version: number }> {
  const { status, json, text } = await callApi('workspaces.create', {
    token: stage.token,
    body: { name: 'Example Bakery', ...body },
  });
  if (status !== 201) throw new Error(text);
  return json as Json & { id: string; version: number };
}

/** Request an operation of a workspace by a stage key, which names it in the header. */
export function callIn(
  workspace: string,
  { token }: Pick<Tenant, 'token'>,
  operation: string,
  request: Parameters<typeof callApi>[1] = {},
): Promise<TestResponse> {
  return callApi(operation, { ...request, token, headers: { ...request.headers, workspace } });
}

/** The status and the problem of a response, without what differs in each response. */
export function problemOf({ status, json }: Pick<TestResponse, 'status' | 'json'>) {
  const { request_id: _, instance: __, ...problem } = json;
  return { status, problem };
}

/** A stage key that may name these workspaces only. */
export function stageKeyFor(...workspaces: string[]): Promise<Tenant> {
  return newStageTenant({ workspaces });
}
