import { expect } from 'vitest';
import { callMcp, type Json, type TestRequest, type TestResponse } from './api-harness.ts';

const REVISION = '2026-07-28';
const NAMED = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

let lastId = 0;

/** A request of the current revision, with a JSON-RPC id of its own. */
export function currentRequest(method: string, params: Json = {}): Required<Pick<TestRequest, 'body' | 'headers'>> {
  const parameter = NAMED.get(method);
  const name = parameter && String(params[parameter]);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: {
      ...{ 'mcp-protocol-version': REVISION, 'mcp-method': method },
      ...(name === undefined ? {} : { 'mcp-name': name }),
    },
    body: { jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta } },
  };
}

/** Send a request of the current revision. */
export function send(token: string | undefined, method: string, params: Json = {}): Promise<TestResponse> {
  return callMcp({ token, ...currentRequest(method, params) });
}

/** Send a request of an earlier revision, which states nothing but its version. */
export function sendEarlier(token: string, method: string, params: Json = {}): Promise<TestResponse> {
  const headers = { 'mcp-protocol-version': '2025-11-25' };
  return callMcp({ token, headers, body: { jsonrpc: '2.0', id: ++lastId, method, params } });
}

/** The result of a tool: its structured content, or its error. */
export interface ToolAnswer {
  value: Json;
  error: Json | null;
}

/** Call a tool. Its text block has to be the JSON of its structured content. */
export async function callTool(token: string, name: string, given: Json = {}): Promise<ToolAnswer> {
  const { status, json, text } = await send(token, 'tools/call', { name, arguments: given });
  expect(status, text).toBe(200);
  const result = json.result as Json;
  const [block] = result.content as { text: string }[];
  const sent = JSON.parse(block!.text) as Json;
  if (result.isError) return { value: {}, error: sent.error as Json };
  expect(sent).toEqual(result.structuredContent);
  return { value: sent, error: null };
}
