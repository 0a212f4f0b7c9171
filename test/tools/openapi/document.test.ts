import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import { closedDocument } from './closed.ts';
import { assertMatchesDocument, deviations, type Given, operationAt } from './document.ts';

const MEMBER = {
  id: 'usr_01K00000000000000000000000',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'owner',
  permissions: ['content:read'],
};
const PAGINATION = { page: 1, per_page: 20, total: 1, total_is_capped: false, next_cursor: null, has_more: false };

const answered = (body: unknown, more: Partial<Given> = {}): Given => ({
  status: 200,
  headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1', 'Cache-Control': 'no-store' },
  text: JSON.stringify(body),
  ...more,
});
const members = (fields: object = {}) => ({ members: [{ ...MEMBER, ...fields }], pagination: PAGINATION });

const problem = (status: number, fields: object = {}): Given => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'x-request-id': 'req_1' },
  text: JSON.stringify({
    type: '/v1/problems/not_found',
    title: 'Not found',
    status: 404,
    detail: 'There is nothing here.',
    instance: 'urn:request:req_1',
    code: 'not_found',
    request_id: 'req_1',
    retryable: false,
    ...fields,
  }),
});

describe('a response validated against the OpenAPI document', () => {
  it('passes when it matches the document', () => {
    expect(deviations('team.list-members', answered(members()))).toEqual([]);
    expect(deviations('content.get', problem(404))).toEqual([]);
    expect(deviations('unmatched', problem(404))).toEqual([]);
  });

  it.each<[string, Given, RegExp]>([
    ['lacks a field', answered({ members: [] }), /required property 'pagination'/],
    ['has an undocumented field', answered({ ...members(), extra: 1 }), /\(extra\)/],
    ['has an undocumented nested field', answered(members({ nickname: 'A' })), /members\/0.*\(nickname\)/],
    ['has a value of another type', answered(members({ name: 1 })), /members\/0\/name: must be string/],
    ['has a value outside its enum', answered(members({ role: 'king' })), /members\/0\/role/],
    ['is not JSON', answered(null, { text: '{' }), /not JSON/],
    ['is of another type', answered(members(), { headers: { 'content-type': 'text/html' } }), /text\/html/],
    ['has no type', answered(members(), { headers: {} }), /\(none\)/],
    ['has an undocumented success status', answered(members(), { status: 201 }), /./],
    ['is a problem with a success status', { ...problem(404), status: 200 }, /problem\+json/],
    ['is a problem with a different status', problem(403), /the problem says 404/],
    ['is a problem with an undocumented member', problem(403, { status: 403, stack: 'at x' }), /\(stack\)/],
  ])('is rejected when it %s', (_, given, expected) => {
    expect(deviations('team.list-members', given).join('\n')).toMatch(expected);
    expect(() => assertMatchesDocument('team.list-members', given)).toThrow('team.list-members responded');
  });

  it('is rejected when the operation or the status of an unmatched path is unknown', () => {
    expect(deviations('team.rule', answered(members()))).toEqual(['the operation is not in the document']);
    expect(deviations('unmatched', answered(members()))).not.toEqual([]);
    expect(deviations('unmatched', problem(403, { status: 403 }))).not.toEqual([]);
  });

  it('is matched by method and path, with or without the version, the literal path first', () => {
    for (const [operation, { method, path }] of allEndpoints()) {
      const filled = path.replaceAll(/\{[a-z_]+\}/g, 'x');
      expect([operation, operationAt(method, `${filled}?page=1`)]).toEqual([operation, operation]);
      expect(operationAt(method, filled.replace('/v1', ''))).toBe(operation);
    }
    expect(operationAt('PATCH', '/v1/content')).toBeNull();
    expect(operationAt('GET', '/v1/content/')).toBeNull();
    expect(operationAt('GET', '/v1/nothing')).toBeNull();
  });
});

describe('the closed document', () => {
  const schema = (value: object) => {
    const document = {
      paths: { schema: value },
      components: { schemas: { Base: { type: 'object', properties: { id: { type: 'string' } } } } },
    };
    return (closedDocument(document).paths as { schema: object }).schema;
  };

  it('rejects additional fields where there are fields, even where the document allows them', () => {
    const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: {} };
    const shut = { type: 'object', properties: { a: { type: 'string' } }, unevaluatedProperties: false };
    expect(schema(open)).toEqual(shut);
    expect(schema({ type: 'array', items: open })).toEqual({ type: 'array', items: shut });
    expect(schema({ anyOf: [open, { type: 'null' }] })).toEqual({ anyOf: [shut, { type: 'null' }] });
  });

  it('closes a composed schema as a whole, and leaves maps open', () => {
    const whole = { allOf: [{ $ref: '#/components/schemas/Base' }], properties: { b: { type: 'string' } } };
    expect(schema(whole)).toEqual({
      allOf: [{ type: 'object', properties: { id: { type: 'string' } } }],
      properties: { b: { type: 'string' } },
      unevaluatedProperties: false,
    });
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    expect(schema(map)).toEqual(map);
  });
});
