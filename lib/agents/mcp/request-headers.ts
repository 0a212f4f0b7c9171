import { isObject } from '../../core/values/is-object.ts';
import { CURRENT_REVISION, type Era, SUPPORTED_REVISIONS } from './revisions.ts';
import { RpcError, type RpcMessage } from './rpc-message.ts';

type Headers = Record<string, string | undefined>;

const META_REVISION = 'io.modelcontextprotocol/protocolVersion';
const META_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The methods that name their object in a parameter, which the header `Mcp-Name` repeats. */
const NAMED = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/**
 * Return the rules that a message follows, after the checks of its headers. A message of the current revision states it
 * in `_meta` and in the header, or asks for `server/discover`, which no earlier revision has. Throws -32602 for a missing
 * `_meta`, -32022 for a revision that is not supported, and -32020 for a header that differs from the body.
 */
export function checkHeaders({ method, params, id }: RpcMessage, headers: Headers): Era {
  const stated = headers['mcp-protocol-version'];
  const meta = isObject(params._meta) ? params._meta : {};
  const isCurrent = stated === CURRENT_REVISION || META_REVISION in meta || method === 'server/discover';
  if (!isCurrent) {
    if (stated !== undefined) assertSupported(stated);
    return 'earlier';
  }
  // A notification has no metadata of a request.
  if (id === null) return 'current';
  const revision = meta[META_REVISION];
  if (typeof revision !== 'string') throw new RpcError('invalid_params', `_meta must have ${META_REVISION}.`);
  if (!isObject(meta[META_CAPABILITIES])) {
    throw new RpcError('invalid_params', `_meta must have ${META_CAPABILITIES}, an object.`);
  }
  assertEqual('MCP-Protocol-Version', stated, revision);
  assertSupported(revision);
  assertEqual('Mcp-Method', headers['mcp-method'], method);
  const parameter = NAMED.get(method);
  if (parameter !== undefined) assertEqual('Mcp-Name', decodeHeader(headers['mcp-name']), params[parameter]);
  return 'current';
}

function assertSupported(revision: string): void {
  if (SUPPORTED_REVISIONS.includes(revision)) return;
  const data = { supported: SUPPORTED_REVISIONS, requested: revision };
  throw new RpcError('unsupported_revision', 'This protocol version is not supported.', { data });
}

function assertEqual(header: string, stated: string | undefined, inBody: unknown): void {
  if (stated === undefined) throw new RpcError('header_mismatch', `The header ${header} is missing.`);
  if (stated !== inBody) throw new RpcError('header_mismatch', `The header ${header} differs from the body.`);
}

/** Decode `=?base64?…?=`, the form of a value that a header cannot have. Throws -32020 for invalid base64. */
function decodeHeader(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') === encoded) return bytes.toString('utf8');
  throw new RpcError('header_mismatch', 'The header Mcp-Name is not valid base64.');
}
