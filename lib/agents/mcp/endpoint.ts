import { defineOperation } from '../../core/api/define-operation.ts';
import { CURRENT_REVISION } from './revisions.ts';

/**
 * The endpoint of the MCP server. It is no operation of the OpenAPI document: its requests and responses are those of the
 * protocol. It waits for a file, and for pages that a submitted post links.
 */
export const MCP_ENDPOINT = defineOperation({
  id: 'mcp',
  route: 'POST /mcp',
  summary: 'MCP server',
  description: 'Answer a message of the Model Context Protocol. See docs/agents.md.',
  permissions: 'token',
  agents: true,
  // Parsed by its handler, whose errors are those of JSON-RPC.
  body: 'raw',
  timeoutSeconds: 29,
  // Its own, and up to three of the tool. One more of `propose_time` reserves again.
  requestsAtOnce: 4,
  // Its own: the subscriptions to events. The rest is that of the endpoints which its tools call.
  access: {
    get: ['Endpoint', 'Counter'],
    list: ['Endpoint'],
    put: ['Endpoint', 'Tombstone'],
    add: ['Counter'],
    remove: ['Endpoint'],
    kms: { encrypt: ['Endpoint'] },
  },
  example: {
    headers: { 'mcp-protocol-version': CURRENT_REVISION, 'mcp-method': 'tools/call', 'mcp-name': 'read_rules' },
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name: 'read_rules', arguments: {} },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': CURRENT_REVISION,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  },
});
