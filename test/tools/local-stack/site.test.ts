import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '../../../lib/bundle/documents.ts';
import { synthesizeCached } from '../../../tools/local-stack/assembly-cache.ts';
import { readCloudAssembly } from '../../../tools/local-stack/cloud-assembly.ts';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-'));
const outdir = join(folder, 'cdk.out');
let stack: RunningStack;

beforeAll(async () => {
  await synthesizeCached(outdir, 0);
  stack = await startStack({ outdir, folder, log: () => {} });
});

afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Send a request with exactly this path, which fetch would normalize. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: stack.port, path, method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode!, headers: response.headers, text });
    });
    sent.on('error', reject).end();
  });
}

/** A policy of the template, with the URL of the local buckets in place of that of the media library. */
function localPolicy(policy: unknown): unknown {
  if (typeof policy === 'string') return policy;
  const {
    'Fn::Join': [separator, parts],
  } = policy as { 'Fn::Join': [string, unknown[]] };
  const text = parts.map((part) => (typeof part === 'string' ? part : 'x')).join(separator);
  const local = text
    .split(/https:\/\/x\.s3\.x\.amazonaws\.com/)
    .map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  expect(local).toHaveLength(4);
  return expect.stringMatching(new RegExp(`^${local.join('http://127\\.0\\.0\\.1:\\d+')}$`));
}

/** The headers that CloudFront adds according to the template, for a path pattern. */
function declaredHeaders(pattern: string): Record<string, unknown> {
  const resources = Object.entries(readCloudAssembly(outdir).resources);
  const [, distribution] = resources.find(([, { Type }]) => Type === 'AWS::CloudFront::Distribution')!;
  const { CacheBehaviors } = distribution.Properties!.DistributionConfig as {
    CacheBehaviors: { PathPattern: string; ResponseHeadersPolicyId: { Ref: string } }[];
  };
  const { ResponseHeadersPolicyId } = CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern)!;
  const policy = resources.find(([id]) => id === ResponseHeadersPolicyId.Ref)![1].Properties!;
  const {
    SecurityHeadersConfig: security,
    CorsConfig: cors,
    CustomHeadersConfig: custom,
  } = policy.ResponseHeadersPolicyConfig as {
    SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    CorsConfig?: { AccessControlAllowOrigins: { Items: string[] } };
    CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
  };
  const known = ['ContentSecurityPolicy', 'ContentTypeOptions', 'ReferrerPolicy', 'StrictTransportSecurity'];
  expect(Object.keys(security).sort()).toEqual(known);
  return {
    'content-security-policy': localPolicy(security.ContentSecurityPolicy!.ContentSecurityPolicy),
    'referrer-policy': String(security.ReferrerPolicy!.ReferrerPolicy),
    'strict-transport-security': `max-age=${security.StrictTransportSecurity!.AccessControlMaxAgeSec}`,
    'x-content-type-options': 'nosniff',
    ...(cors && { 'access-control-allow-origin': cors.AccessControlAllowOrigins.Items[0] }),
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
}

describe('the site of the local service', () => {
  it.each(['/app', '/docs'])('redirects %s to its folder', async (path) => {
    const { status, headers } = await send(path);
    expect([status, headers.location]).toEqual([308, `${path}/`]);
  });

  it.each([
    ['/app/', '/app/*'],
    ['/docs/', '/docs/*'],
    ['/docs/clients/', '/docs/*'],
  ])('serves %s as a page with exactly the headers of the distribution', async (path, pattern) => {
    const { status, headers, text } = await send(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(headers).toMatchObject(declaredHeaders(pattern));
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).not.toMatch(/<script(?![^>]* src=)|<[^>]*\son\w+=/);
  });

  it.each([
    ['/app/', 'text/css; charset=utf-8', /href="([^"]+\.css)"/],
    ['/app/', 'text/javascript; charset=utf-8', /src="([^"]+\.js)"/],
    ['/docs/', 'text/javascript; charset=utf-8', /src="([^"]+\.js)"/],
  ])('serves the files that %s names as %s, and lets caches keep them for a year', async (page, type, named) => {
    const [, file = ''] = named.exec((await send(page)).text)!;
    const { status, headers } = await send(page + file);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ]);
  });

  it('serves the OpenAPI document, with its code samples, next to its page', async () => {
    const { headers, text } = await send('/docs/openapi.json');
    expect(headers['content-type']).toBe('application/json');
    const samples: object[] = [];
    const served = JSON.parse(text, (name, value) => {
      if (name !== 'x-codeSamples') return value;
      samples.push(value);
      return undefined;
    });
    expect(served).toEqual(JSON.parse(readDocument('openapi.json')));
    expect(new Set(samples)).toEqual(new Set(Object.values(JSON.parse(readDocument('code-samples.json')))));
  });

  it.each([
    ['/docs/agents.md', '/docs/*', 'text/markdown; charset=utf-8', '# Agents\n'],
    ['/docs/reference/requests.md', '/docs/*', 'text/markdown; charset=utf-8', '# Requests\n'],
    ['/docs/llms.txt', '/docs/*', 'text/plain; charset=utf-8', '# Content Intelligence Service\n'],
    ['/llms.txt', '/llms.txt', 'text/plain; charset=utf-8', '# Content Intelligence Service\n'],
  ])('serves %s with the headers of the documentation', async (path, pattern, type, begin) => {
    const { status, headers, text } = await send(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-cache']);
    expect(headers).toMatchObject(declaredHeaders(pattern));
    expect(text.startsWith(begin)).toBe(true);
  });

  it('responds 304 without a body to a client that has the version of a page', async () => {
    const { etag } = (await send('/app/')).headers;
    const again = await send('/app/', { 'if-none-match': String(etag) });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect((await send('/app/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const [head, get] = [await send('/app/', {}, 'HEAD'), await send('/app/')];
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('responds 403 to %s, as the distribution does', async (method) => {
    expect((await send('/app/', {}, method)).status).toBe(403);
  });

  it.each([
    '/app/../../index.js',
    '/app/%2e%2e/%2e%2e/index.js',
    '/app/%2E%2E%2F%2E%2E%2Findex.js',
    '/app/..%2f..%2findex.js',
    '/app/..%5c..%5cindex.js',
    '/app/%252e%252e/%252e%252e/index.js',
    '/app/....//....//index.js',
    '/app/%2fetc/passwd',
    '/app//etc/passwd',
    '/app/%00',
    '/app/%',
    '/app/assets',
    '/app/constructor',
    '/docs/../app/index.html',
    '/docs/nothing',
    '/docs/reference/nothing/',
  ])('responds 404 with a page to %s, which is no file of the site', async (path) => {
    const { status, headers, text } = await send(path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>This page does not exist</h1>');
  });

  it('responds 403 to an asset that no deployment has uploaded, as the bucket does', async () => {
    const { status, headers } = await send('/app/assets/nothing.js');
    expect([status, headers['content-type']]).toEqual([403, 'application/xml']);
  });

  it.each(['/appx', '/', '/App/', '/v1/nothing'])('passes %s to the API', async (path) => {
    const { status, headers } = await send(path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});
