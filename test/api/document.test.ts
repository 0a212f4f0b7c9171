import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/api/endpoints.ts';
import { closedDocument } from './closed.ts';
import { assertMatchesDocument, deviations, type Given, operationAt } from './document.ts';

const MEMBER = {
  id: 'usr_01K00000000000000000000000',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'owner',
  permissions: ['content:read'],
};
const PAGINATION = { page: 1, per_page: 20, total: 1, next_cursor: null, has_more: false };

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

describe('an answer held against the OpenAPI document', () => {
  it('passes as the document says it', () => {
    expect(deviations('team.list-members', answered(members()))).toEqual([]);
    expect(deviations('content.get', problem(404))).toEqual([]);
    expect(deviations('unmatched', problem(404))).toEqual([]);
  });

  it.each<[string, Given, RegExp]>([
    ['lacks a field', answered({ members: [] }), /required property 'pagination'/],
    ['has a field nobody described', answered({ ...members(), extra: 1 }), /\(extra\)/],
    ['has such a field deep inside', answered(members({ nickname: 'A' })), /members\/0.*\(nickname\)/],
    ['has a value of another type', answered(members({ name: 1 })), /members\/0\/name: must be string/],
    ['has a value that is none of its list', answered(members({ role: 'king' })), /members\/0\/role/],
    ['is no JSON', answered(null, { text: '{' }), /not JSON/],
    ['is of another type', answered(members(), { headers: { 'content-type': 'text/html' } }), /text\/html/],
    ['has no type', answered(members(), { headers: {} }), /\(none\)/],
    ['has a status of success that is not its own', answered(members(), { status: 201 }), /./],
    ['is a problem in the clothes of a success', { ...problem(404), status: 200 }, /problem\+json/],
    ['is a problem that says another status', problem(403), /the problem says 404/],
    [
      'is a problem with a member nobody described',
      problem(403, { status: 403, stack: 'at x' }),
      /\(stack\)/,
    ],
  ])('is found out when it %s', (_, given, told) => {
    expect(deviations('team.list-members', given).join('\n')).toMatch(told);
    expect(() => assertMatchesDocument('team.list-members', given)).toThrow('team.list-members answered');
  });

  it('is found out when there is no such operation, or no such refusal of a path', () => {
    expect(deviations('team.rule', answered(members()))).toEqual(['the operation is not in the document']);
    expect(deviations('unmatched', answered(members()))).not.toEqual([]);
    expect(deviations('unmatched', problem(403, { status: 403 }))).not.toEqual([]);
  });

  it('is found by method and path, with or without the version, the literal path first', () => {
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

describe('the document, closed', () => {
  const schema = (value: object) => {
    const document = {
      paths: { schema: value },
      components: { schemas: { Base: { type: 'object', properties: { id: { type: 'string' } } } } },
    };
    return (closedDocument(document).paths as { schema: object }).schema;
  };

  it('takes no further fields where there are fields, even where the document lets them be', () => {
    const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: {} };
    const shut = { type: 'object', properties: { a: { type: 'string' } }, unevaluatedProperties: false };
    expect(schema(open)).toEqual(shut);
    expect(schema({ type: 'array', items: open })).toEqual({ type: 'array', items: shut });
    expect(schema({ anyOf: [open, { type: 'null' }] })).toEqual({ anyOf: [shut, { type: 'null' }] });
  });

  it('closes what is put together as a whole, and leaves maps open', () => {
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
