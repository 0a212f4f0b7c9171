import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertAllowedOrigin } from '../../../lib/agents/mcp/allowed-origin.ts';
import { checkHeaders } from '../../../lib/agents/mcp/request-headers.ts';
import { idOf, parseMessage, RpcError } from '../../../lib/agents/mcp/rpc-message.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const message = (method: string, params: object = {}, id: number | null = 1) => ({ id, method, params: { ...params } });

describe('the era of a message', () => {
  it.each([
    ['initialize', {}, undefined],
    ['tools/list', {}, '2025-11-25'],
    ['tools/list', { _meta: { progressToken: 1 } }, undefined],
  ])('%s with %j and the header %s is of an earlier one', (method, params, version) => {
    expect(checkHeaders(message(method, params), { 'mcp-protocol-version': version })).toBe('earlier');
  });

  it('is the current one for metadata with equal headers, and for a notification with the header', () => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    expect(checkHeaders(message('tools/list', { _meta: META }), headers)).toBe('current');
    expect(checkHeaders(message('notifications/cancelled', {}, null), headers)).toBe('current');
  });

  it('is none for an unknown revision in the header alone', () => {
    expect(() => checkHeaders(message('ping'), { 'mcp-protocol-version': '1999-01-01' })).toThrow(RpcError);
  });

  it.each(['toString', '__proto__', 'constructor'])('%s names no parameter', (method) => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    expect(checkHeaders(message(method, { _meta: META }), headers)).toBe('current');
  });
});

describe('a message', () => {
  it('of any JSON is parsed, or rejected with an RpcError, and never otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          expect(typeof parseMessage(value).method).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError);
        }
        expect(['string', 'number', 'object']).toContain(typeof idOf(value));
      }),
    );
  });
});

describe('an origin', () => {
  const own = ['https://api.example.com', 'https://dashboard.example.com'];

  it.each([undefined, ...own])('%s is allowed', (origin) => {
    expect(() => assertAllowedOrigin(origin, own)).not.toThrow();
  });

  it.each(['http://localhost', 'https://api.example.com.evil.test', 'null', ''])('%s is not', (origin) => {
    expect(() => assertAllowedOrigin(origin, own)).toThrow('The Origin of this request');
  });

  it('of this machine is allowed where the API is on this machine', () => {
    const local = ['http://127.0.0.1:3000'];
    expect(() => assertAllowedOrigin('http://localhost:6274', local)).not.toThrow();
    expect(() => assertAllowedOrigin('http://localhost.evil.test', local)).toThrow('The Origin of this request');
  });
});
