import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-site-change.ts';
import { listen } from '../../tools/local-stack/http.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';

interface Received {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const FILES = {
  'site/app/index.html': '<!doctype html>',
  'site/app/assets/main-0a1b.js': 'run()',
  'site/docs/openapi.json': '{}',
  'site/docs/index.html': '<!doctype html>',
  'index.js': 'the function itself',
};

/** A bucket and CloudFormation: they receive requests under `/bucket/` and `/report`. */
let server: Server;
let received: Received[];
let stored: Set<string>;
let failing: RegExp | null;
let folder: string;
let url: string;

beforeEach(async () => {
  [received, stored, failing] = [[], new Set(), null];
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const { method = '', headers } = request;
    received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    if (failing?.test(path)) return response.writeHead(503).end('slow down');
    const key = path.replace('/bucket/', '');
    if (method === 'PUT' && key !== path) stored.add(key);
    if (method === 'DELETE') stored.delete(key);
    response.end(query ? [...stored].map((each) => `<Contents><Key>${each}</Key></Contents>`).join('') : '');
  });
  url = `http://127.0.0.1:${await listen(server, 0)}`;
  vi.stubEnv('AWS_ENDPOINT_URL_S3', url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('SITE_BUCKET', 'bucket');
  vi.stubEnv('LAMBDA_TASK_ROOT', folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resume) => server.close(resume));
  rmSync(folder, { recursive: true });
});

type Event = Parameters<typeof handler>[0];

const change = (RequestType: Event['RequestType']) =>
  handler({ ...(readEvent('on-site-change') as Event), RequestType, ResponseURL: `${url}/report` } as Event);
const changeSecret = (RequestType: Event['RequestType']) =>
  handler({
    ...(readEvent('on-site-change') as Event),
    ...{ RequestType, ResourceType: 'Custom::OriginSecret', LogicalResourceId: 'OriginSecret' },
    ResponseURL: `${url}/report`,
  } as Event);
const reports = () => received.filter(({ path }) => path === '/report').map(({ body }) => JSON.parse(body));
const puts = () => received.filter(({ method, path }) => method === 'PUT' && path !== '/report');

describe('a deployment of the site', () => {
  it('stores every file of the site, and not the function', async () => {
    await change('Create');
    expect([...stored].sort()).toEqual([
      'app/assets/main-0a1b.js',
      'app/index.html',
      'docs/index.html',
      'docs/openapi.json',
    ]);
    expect(puts().find(({ path }) => path.endsWith('.js'))!.body).toBe('run()');
  });

  it('stores the pages after everything that they name', async () => {
    await change('Update');
    const isPage = puts().map(({ path }) => path.endsWith('.html'));
    expect(isPage).toEqual([false, false, true, true]);
  });

  it.each([
    ['/bucket/app/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/bucket/docs/openapi.json', 'application/json', 'no-cache'],
    ['/bucket/app/assets/main-0a1b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])('stores %s as %s with the cache control %s', async (file, type, control) => {
    await change('Create');
    const { headers } = puts().find(({ path }) => path === file)!;
    expect([headers['content-type'], headers['cache-control']]).toEqual([type, control]);
  });

  it('keeps the files of earlier deployments, which dashboards that are open still load', async () => {
    stored.add('app/assets/main-9f8e.js');
    await change('Update');
    expect(stored).toContain('app/assets/main-9f8e.js');
  });

  it('reports its success to CloudFormation, without a content type, which would invalidate the signature', async () => {
    await change('Create');
    expect(reports()).toEqual([
      {
        Status: 'SUCCESS',
        NoEcho: true,
        Data: {},
        PhysicalResourceId: 'site',
        RequestId: 'sample-request',
        StackId: expect.stringContaining('ContentIntelligence-local'),
        LogicalResourceId: 'SiteUpload',
      },
    ]);
    expect(received.at(-1)!.headers).not.toHaveProperty('content-type');
  });

  it('reports a failure with its reason, before a page names a file that is not stored', async () => {
    failing = /assets/;
    await change('Create');
    expect(reports()).toMatchObject([{ Status: 'FAILED', Reason: expect.stringContaining('S3 responded 503') }]);
    expect(stored).not.toContain('app/index.html');
  });

  it('fails when CloudFormation does not accept the report, so that Lambda repeats it', async () => {
    failing = /report/;
    await expect(change('Create')).rejects.toThrow('CloudFormation responded 503');
  });
});

describe('the removal of the site', () => {
  it('deletes every object of the bucket, which CloudFormation could not remove otherwise', async () => {
    await change('Create');
    stored.add('app/assets/main-9f8e.js');
    await change('Delete');
    expect(stored).toEqual(new Set());
    expect(reports().map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS']);
  });
});

describe('the type of a file', () => {
  it('is required: a file of an unknown type fails the deployment', async () => {
    writeFileSync(join(folder, 'site/app/file.unknown'), '');
    await change('Create');
    expect(reports()).toMatchObject([{ Status: 'FAILED', Reason: expect.stringContaining('file.unknown') }]);
    expect(puts().filter(({ path }) => path.endsWith('.html'))).toEqual([]);
  });
});

describe('the secret of the distribution', () => {
  it('differs in each stage, has its hash beside it, and is hidden by CloudFormation', async () => {
    await changeSecret('Create');
    await changeSecret('Create');
    const [one, other] = reports();
    expect(one).toMatchObject({ Status: 'SUCCESS', NoEcho: true, PhysicalResourceId: 'origin-secret' });
    expect(one.Data.Secret).toMatch(/^[\w-]{43}$/);
    expect(one.Data.Hash).toBe(createHash('sha256').update(one.Data.Secret).digest('hex'));
    expect(other.Data.Secret).not.toBe(one.Data.Secret);
  });

  it('touches no file, neither when it is created nor when it is removed', async () => {
    stored.add('app/index.html');
    for (const type of ['Create', 'Update', 'Delete'] as const) await changeSecret(type);
    expect(stored).toEqual(new Set(['app/index.html']));
    expect(received.every(({ path }) => path === '/report')).toBe(true);
    expect(reports().at(-1)).toMatchObject({ Status: 'SUCCESS', Data: {} });
  });
});
