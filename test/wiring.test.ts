import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITIES } from '../lib/app/table/entity-table.ts';
import { allEndpoints } from '../lib/bundle/endpoints.ts';
import { PLATFORMS } from '../lib/platforms/platform.ts';
import { EVENT_KINDS } from '../lib/webhooks/events/events.ts';
import { GENERATED_FOLDERS, generatedFiles } from '../tools/generate/generated-files.ts';
import { readApiDefinition } from '../tools/local-stack/api-definition.ts';
import { synthesizeCached } from '../tools/local-stack/assembly-cache.ts';
import { readCloudAssembly } from '../tools/local-stack/cloud-assembly.ts';
import { publishDueEvent } from '../tools/local-stack/sample-data.ts';
import { openapi } from '../tools/openapi/openapi.ts';

const ROOT = join(import.meta.dirname, '..');
const PLATFORM_VARIANTS = PLATFORMS.map((platform) => `on-publish-due/${platform}`);
const VARIANTS = [...PLATFORM_VARIANTS, 'on-delivery-queued/slow'];

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: { Function?: string };
}

let outdir: string;
let resources: Resource[];

const ofType = (type: string) => resources.filter((resource) => resource.Type === type);

beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), 'wiring-'));
  await synthesizeCached(outdir, 3000);
  resources = Object.values(readCloudAssembly(outdir).resources) as Resource[];
});

afterAll(() => rmSync(outdir, { recursive: true, force: true }));

describe('one name per operation', () => {
  const operations = allEndpoints()
    .map(([id]) => id)
    .sort();
  const files = globSync('**/*.ts', { cwd: join(ROOT, 'functions') }).map((file) => file.replace(/\.ts$/, ''));

  it('every declared endpoint has a function file, and every function file a declaration', () => {
    const endpoints = files.filter((file) => file.includes('/')).map((file) => file.replace('/', '.'));
    expect(endpoints.sort()).toEqual(operations);
  });

  // The others use no table.
  it('every function ends its retries before Lambda stops it', () => {
    const without = files.filter((file) => {
      const source = readFileSync(join(ROOT, 'functions', `${file}.ts`), 'utf8');
      return !/export const handler = (defineEndpoint|withInvocationDeadline)\(/.test(source);
    });
    expect(without.sort()).toEqual(['on-publish-scheduled', 'on-site-change', 'unmatched']);
  });

  it('every row is a route of the synthesized template, under each of its paths', () => {
    const expected = allEndpoints().flatMap(([, { method, path, aliasPath }]) =>
      [path, ...(aliasPath ? [aliasPath] : [])].map((each) => `${method} ${each}`),
    );
    const [api] = ofType('AWS::ApiGatewayV2::Api');
    const routes = readApiDefinition({ id: 'Api', properties: api!.Properties });
    const keys = routes.flatMap(({ properties }) => properties.RouteKey ?? []);
    // A fixed path with a method that only a path with a parameter in its place has.
    const shadowed = [
      'DELETE /v1/auth/passkeys/options',
      'DELETE /v1/auth/sessions/token',
      'GET /v1/content/validate',
      'PUT /v1/content/validate',
      'DELETE /v1/content/validate',
      'GET /v1/recurrences/preview',
      'PUT /v1/recurrences/preview',
      'DELETE /v1/recurrences/preview',
      'DELETE /v1/team/invitations/accept',
      'POST /v1/connect/callback',
      'POST /v1/connect/client-metadata.json',
    ];
    expect(keys.sort()).toEqual([...expected, ...shadowed, 'POST /mcp', '$default'].sort());
  });

  it('every row is an operation of the OpenAPI document', () => {
    const paths = Object.values(openapi().paths as Record<string, Record<string, { operationId: string }>>);
    const ids = paths.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(ids.sort()).toEqual(operations);
  });

  it('every kind of event is a webhook of the OpenAPI document', () => {
    expect(Object.keys(openapi().webhooks as object).sort()).toEqual([...EVENT_KINDS].sort());
  });

  it('every function file is deployed, publishing once per platform and delivering once per lane', () => {
    const names = ofType('AWS::Lambda::Function').map(({ Metadata }) => Metadata?.Function);
    const expected = files.filter((file) => file !== 'on-publish-due').concat(VARIANTS);
    expect(names.sort()).toEqual(expected.sort());
  });

  it('every deployed function has its sample event, and no sample is without a function', () => {
    const files = globSync('**/*.json', { cwd: join(ROOT, 'events') });
    const samples = files.filter((file) => !file.startsWith('payloads/'));
    const names = ofType('AWS::Lambda::Function').map(({ Metadata }) => `${Metadata?.Function}.json`);
    expect(samples.sort()).toEqual(names.sort());
  });
});

describe('the stack', () => {
  it('runs every function on Node 24 and arm64, and the one with native code on x86_64', () => {
    for (const { Properties, Metadata } of ofType('AWS::Lambda::Function')) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: [Metadata?.Function === 'on-media-queued' ? 'x86_64' : 'arm64'],
      });
    }
  });

  it('holds a table with a stream of both images, expiry and recovery to a point in time', () => {
    const [table] = ofType('AWS::DynamoDB::GlobalTable');
    expect(table?.Properties).toMatchObject({
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expires_at_seconds', Enabled: true },
      Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
    });
  });

  it('has a dead-letter queue for the stream, for asynchronous invocations and for every work queue', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping');
    const stream = mappings.filter(({ Properties }) => Properties.StartingPosition);
    expect(stream).toHaveLength(1);
    expect(stream[0]?.Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: expect.anything() },
    });
    for (const { Properties } of ofType('AWS::Lambda::EventInvokeConfig')) {
      expect(Properties).toMatchObject({ DestinationConfig: { OnFailure: expect.anything() } });
    }
    // One queue per platform, two for deliveries, one for media, one for metric polls, one for emails and one for steps; the others are dead-letter queues.
    const queues = ofType('AWS::SQS::Queue').map(({ Properties }) => Properties.RedrivePolicy !== undefined);
    expect(queues.filter(Boolean)).toHaveLength(PLATFORMS.length + 6);
  });

  it('keeps its data outside development', async () => {
    const { stage } = await import('../lib/stack/stages.ts');
    const production = stage('production', undefined, { alarmEmail: 'none' });
    expect(production).toMatchObject({ removal: 'retain', deletionProtection: true, allowsLoopbackReceivers: false });
    expect(() => stage('staging')).toThrow('No stage "staging"');
  });
});

describe('derived documents', async () => {
  const generated = await generatedFiles();

  it.each([...generated])('%s is what the declarations give (npm run generate)', (path, text) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
  });

  it('the folders of generated files hold no other file (npm run generate)', () => {
    const files = GENERATED_FOLDERS.flatMap((folder) => globSync(`${folder}/*`, { cwd: ROOT }));
    expect(files.filter((file) => !generated.has(file))).toEqual([]);
  });

  it.each(PLATFORMS)('events/on-publish-due/%s.json is the entry that is due in the sample data', (platform) => {
    const path = join(ROOT, `events/on-publish-due/${platform}.json`);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(publishDueEvent(platform));
  });

  it('docs/table.md has every kind of item with its key templates', () => {
    const rows = readFileSync(join(ROOT, 'docs/table.md'), 'utf8').split('\n');
    for (const [entity, { pk, sk }] of Object.entries(ENTITIES)) {
      const row = rows.find((line) => line.startsWith(`| ${entity} |`));
      expect(row, `${entity} has no row`).toBeDefined();
      expect(row).toContain(`\`${pk}\` | \`${sk}\``);
    }
  });

  it.runIf(existsSync(join(ROOT, 'docs/api.md')))('docs/api.md names every operation', () => {
    const reference = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
    for (const [operation, { method, path }] of allEndpoints()) {
      expect(reference, operation).toContain(`${method} ${path.slice('/v1'.length)}`);
    }
  });
});
