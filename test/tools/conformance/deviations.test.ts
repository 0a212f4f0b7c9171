import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import { findDeviations, findUnreached, findUnusedRules } from '../../../tools/conformance/deviations.ts';
import { INEXPRESSIBLE_RULES, UNREACHABLE_OPERATIONS } from '../../../tools/conformance/inexpressible-rules.ts';
import { type FailedCheck, readReport } from '../../../tools/conformance/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RULES = { 'GET /content': [/^page: Use either/, /^cursor: /] };
const rejected = (reasons: string[], changes: Partial<FailedCheck> = {}): FailedCheck => ({
  operation: 'GET /content',
  check: 'positive_data_acceptance',
  request: 'GET http://127.0.0.1/v1/content?page=1',
  status: 400,
  reasons,
  isFromGateway: false,
  ...changes,
});
const known = rejected(['page: Use either page or cursor.']);

describe('a run conforms', () => {
  it('when valid requests are only rejected for the rules of their operation', () => {
    expect(findDeviations([known, rejected(['cursor: No.', 'page: Use either.'])], RULES)).toEqual([]);
  });

  it('when the gateway rejected the request itself', () => {
    const byGateway = rejected(['Request Header Fields Too Large'], {
      isFromGateway: true,
      check: 'status_code_conformance',
    });
    expect(findDeviations([known, byGateway], RULES)).toEqual([]);
  });
});

describe('a deviation', () => {
  it.each([
    ['a valid request that is rejected for another reason', rejected(['title: Too long.']), 'title: Too long.'],
    ['one of several reasons that is not in the table', rejected(['cursor: No.', 'limit: No.']), 'limit: No.'],
    ['a rule of another operation', rejected(['page: Use either.'], { operation: 'GET /keys' }), 'GET /keys'],
    ['an invalid request that is accepted', rejected(['{"id":1}'], { check: 'negative_data_rejection' }), '{"id":1}'],
    ['a server error', rejected(['page: Use either.'], { check: 'not_a_server_error', status: 500 }), '500'],
    [
      'an undocumented status, whatever its reason',
      rejected(['cursor: No.'], { check: 'status_code_conformance', status: 418 }),
      '418',
    ],
  ])('is %s', (_, failed, named) => {
    const deviations = findDeviations([known, failed], RULES);
    expect(deviations).toHaveLength(1);
    expect(deviations[0]).toContain(named);
    expect(deviations[0]).toContain('/v1/content?page=1');
  });

  it('is an operation of which no request succeeded, unless the table says that none can', () => {
    const report = { succeeded: new Set(['GET /content', 'POST /inbound']) };
    const unreachable = { 'POST /inbound': 'A signature.', 'GET /inbound': 'A token.' };
    expect(findUnreached(['GET /content', 'GET /inbound', 'GET /keys', 'POST /inbound'], report, unreachable)).toEqual([
      'GET /keys: no request succeeded',
      'POST /inbound: a request succeeded, and the table says that none can',
    ]);
  });

  it('is an operation of the table that rejected no valid request', () => {
    expect(findUnusedRules([], RULES)).toEqual(['GET /content: no request was rejected for its rules in the table']);
  });

  it('is not one that shares its list of rules with an operation that rejected a valid request', () => {
    const shared = RULES['GET /content']!;
    expect(findUnusedRules([known], { 'GET /content': shared, 'GET /events': shared })).toEqual([]);
  });
});

describe('the table', () => {
  it('has operations of the document only', () => {
    const operations = allEndpoints().map(([, { method, path }]) => `${method} ${path.slice('/v1'.length)}`);
    expect(operations).toEqual(expect.arrayContaining(Object.keys(INEXPRESSIBLE_RULES)));
    expect(operations).toEqual(expect.arrayContaining(Object.keys(UNREACHABLE_OPERATIONS)));
  });
});

describe('a report', () => {
  const body = (value: unknown) => ({ $base64: Buffer.from(JSON.stringify(value)).toString('base64') });
  const interaction = (response: object) => ({
    request: { method: 'POST', uri: 'http://127.0.0.1/v1/keys', body: body({ name: '' }) },
    response,
  });
  const scenario = {
    ScenarioFinished: {
      recorder: {
        label: 'POST /keys',
        checks: {
          one: [
            { name: 'not_a_server_error', status: 'success' },
            { name: 'positive_data_acceptance', status: 'failure' },
          ],
          two: [{ name: 'status_code_conformance', status: 'failure' }],
        },
        interactions: {
          one: interaction({
            status_code: 422,
            headers: { 'x-request-id': ['req_1'] },
            content: body({ code: 'validation_failed', errors: [{ pointer: '/name', detail: 'Must not be empty.' }] }),
          }),
          two: interaction({ status_code: 431, headers: {}, content: body({ message: 'Too large' }) }),
        },
      },
    },
  };
  const write = (events: object[]) => {
    const file = join(folder, 'report.ndjson');
    writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    return file;
  };

  it('is read with its failed checks and the reasons of the service', () => {
    const report = readReport(write([{ Initialize: {} }, scenario, { EngineFinished: {} }]));
    expect(report).toMatchObject({ requests: 2, isComplete: true });
    expect(report.failed).toEqual([
      {
        operation: 'POST /keys',
        check: 'positive_data_acceptance',
        request: 'POST http://127.0.0.1/v1/keys {"name":""}',
        status: 422,
        reasons: ['/name: Must not be empty.'],
        isFromGateway: false,
      },
      expect.objectContaining({ status: 431, isFromGateway: true, reasons: ['{"message":"Too large"}'] }),
    ]);
  });

  it('of a run that did not finish is not complete', () => {
    expect(readReport(write([scenario])).isComplete).toBe(false);
  });
});
