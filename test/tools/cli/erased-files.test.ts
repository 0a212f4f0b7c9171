import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fileKey, uploadKey } from '../../../lib/media/rules/media-keys.ts';
import { deleteMediaObjects } from '../../../lib/media/workers/delete-objects.ts';
import { countObjects } from '../../../tools/cli/count-objects.ts';
import { listen } from '../../../tools/local-stack/http.ts';

const FAILURE_EVERY = 50;
const PAGE_SIZE = 2;
const WORKSPACE = 'ws_01M7WD7TG00000008000000000';

/** The objects of a bucket in memory, whose server answers every fiftieth request with 503. */
const keys = new Set<string>();
let server: Server;
const [requests, failures] = [{ count: 0 }, { count: 0 }];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.count += 1;
    if (requests.count % FAILURE_EVERY === 0) {
      failures.count += 1;
      return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    }
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    if (request.method === 'DELETE') {
      keys.delete(pathname.slice('/media-bucket/'.length));
      return response.writeHead(204).end();
    }
    const after = searchParams.get('continuation-token') ?? '';
    const found = [...keys].filter((key) => key > after).sort();
    const page = found.slice(0, PAGE_SIZE);
    const next = found.length > PAGE_SIZE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    const isTruncated = `<IsTruncated>${next !== ''}</IsTruncated>`;
    return response.end(
      `<ListBucketResult><KeyCount>${page.length}</KeyCount>${isTruncated}${next}${contents}</ListBucketResult>`,
    );
  });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${await listen(server, 0)}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('MEDIA_BUCKET', 'media-bucket');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

it('the files of a workspace are counted and deleted completely while every fiftieth request fails', async () => {
  const assets = Array.from({ length: 200 }, (_, index) => ({ workspace_id: WORKSPACE, id: `med_${index + 100}` }));
  for (const asset of assets)
    keys
      .add(uploadKey(asset))
      .add(fileKey(asset))
      .add(`${fileKey(asset)}/twitter`);
  keys.add('media/ws_other/med_1');
  expect(await countObjects('media-bucket')).toBe(601);
  const counting = failures.count;
  expect(counting).toBeGreaterThan(0);
  for (const asset of assets) await deleteMediaObjects(asset);
  expect(failures.count).toBeGreaterThan(counting + 10);
  expect(await countObjects('media-bucket')).toBe(1);
  expect([...keys]).toEqual(['media/ws_other/med_1']);
});
