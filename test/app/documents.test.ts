import { createHash } from 'node:crypto';
import { h } from 'preact';
import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPES } from '../../lib/app/problems/problem-types.ts';
import { readDocument } from '../../lib/bundle/documents.ts';
import { escapeHtmlAttribute, htmlPage } from '../../lib/core/http/html.ts';
import { problemType } from '../../lib/core/problems/define-problem.ts';
import { callApi, setupApi, type TestResponse } from '../functions/api-harness.ts';

setupApi();

const codes = [...PROBLEM_TYPES.keys()];
const document = readDocument('openapi.json');

function policyOf(answer: TestResponse): Record<string, string> {
  const directives = answer.headers['content-security-policy']!.split('; ');
  return Object.fromEntries(directives.map((each) => [each.split(' ')[0]!, each.slice(each.indexOf(' ') + 1)]));
}

function expectPage(answer: TestResponse): void {
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=300',
  });
  expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
  expect(policyOf(answer)).toMatchObject({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(answer.headers['content-security-policy']).not.toContain('unsafe');
}

describe('GET /problems/{code}', () => {
  describe('200', () => {
    it.each(codes)('%s is a page with its status, its meaning and its remedy', async (code) => {
      const answer = await callApi('problems.get', { params: { code } });
      expectPage(answer);
      const { title, status, meaning, remedy } = PROBLEM_TYPES.get(code)!;
      for (const said of [title, String(status), meaning, remedy, code]) {
        expect(answer.text).toContain(escapeHtmlAttribute(said));
      }
    });

    it.each(codes)('%s is JSON for a client that accepts it, with an example of the problem', async (code) => {
      const headers = { accept: 'application/json' };
      const { headers: given, json } = await callApi('problems.get', { params: { code }, headers });
      expect(given['content-type']).toBe('application/json');
      const { status, title, retryable, meaning, remedy } = PROBLEM_TYPES.get(code)!;
      const same = { code, status, title, retryable, type: problemType(code) };
      expect(json).toMatchObject({ ...same, meaning, remedy, example: same });
    });

    it.each([
      ['text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
      ['*/*', 'text/html; charset=utf-8'],
      ['application/problem+json', 'application/json'],
      ['application/json, text/plain', 'application/json'],
    ])('a client that accepts %s gets %s, with a Vary header', async (accept, type) => {
      const answer = await callApi('problems.get', { params: { code: 'not_found' }, headers: { accept } });
      expect(answer.headers).toMatchObject({ 'content-type': type, vary: 'accept' });
    });

    it('allows the inline style of the page by its hash, and nothing else', async () => {
      const answer = await callApi('problems.get', { params: { code: 'not_found' } });
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(answer.text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(policyOf(answer)['style-src']).toBe(`'sha256-${hash}'`);
      expect(policyOf(answer)).not.toHaveProperty('script-src');
    });
  });

  describe('404', () => {
    it.each(['nothing', '<script>', '__proto__', 'constructor', 'Not_Found', ''])(
      'for %j, which is not a code, is a problem that does not repeat it',
      async (code) => {
        const answer = await callApi('problems.get', { params: { code } });
        expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
        expect(answer.text).not.toContain('<script>');
      },
    );
  });
});

describe('GET /problems', () => {
  it('200 is a page with a link to every problem, or a list of them', async () => {
    const answer = await callApi('problems.list');
    expectPage(answer);
    for (const code of codes) expect(answer.text).toContain(`href="${problemType(code)}"`);
    const { json } = await callApi('problems.list', { headers: { accept: 'application/json' } });
    const listed = (json.problems as { code: string; status: number }[]).map(({ code }) => code);
    expect(listed.sort()).toEqual([...codes].sort());
  });
});

describe('the pages of problems', () => {
  it.each([
    ['problems.list', {}],
    ['problems.get', { params: { code: 'not_found' } }],
  ] as const)('%s leads to the API reference, which is next to the dashboard', async (operation, input) => {
    const answer = await callApi(operation, input);
    expect(answer.text).toContain('<a href="https://dashboard.example.com/docs/">API reference</a>');
  });
});

describe('a page', () => {
  it('escapes every text', () => {
    expect(escapeHtmlAttribute(`<b a="x" b='y'>&amp;`)).toBe('&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;');
    expect(htmlPage('</title><script>', '')).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
  });

  it('escapes every text and every attribute of its body', () => {
    const text = `"><b a='x'>/>&`;
    const escaped = '&quot;&gt;&lt;b a=&#39;x&#39;&gt;/&gt;&amp;';
    const body = [h('img', { alt: text }), h('p', { title: text }, text)];
    expect(htmlPage('', body)).toContain(`<body><img alt="${escaped}"><p title="${escaped}">${escaped}</p></body>`);
  });
});

describe('docs.openapi', () => {
  const [operation, type, content] = ['docs.openapi', 'application/json', document] as const;

  it('200 is the file as it was deployed', async () => {
    const answer = await callApi(operation);
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, type, content]);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
  });

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1.0, gzip;q=0.8', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=0', undefined],
    ['br', undefined],
    ['', undefined],
  ])('200 for a client that accepts %j is encoded as %j', async (accepted, encoding) => {
    const answer = await callApi(operation, { headers: { 'accept-encoding': accepted } });
    expect([answer.headers['content-encoding'], answer.text]).toEqual([encoding, content]);
  });

  it.each([
    (etag: string) => etag,
    (etag: string) => etag.replace('W/', ''),
    (etag: string) => `"other", ${etag}`,
    () => '*',
  ])('304 without a body for a client that has this version (%#)', async (asIfNoneMatch) => {
    const { etag = '' } = (await callApi(operation)).headers;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const answer = await callApi(operation, { headers: { 'if-none-match': asIfNoneMatch(etag) } });
    expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
  });

  it('200 for a client that has another version', async () => {
    expect((await callApi(operation, { headers: { 'if-none-match': 'W/"another"' } })).status).toBe(200);
  });
});
