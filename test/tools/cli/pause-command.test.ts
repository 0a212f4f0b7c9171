import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pausePublishing, resumePublishing } from '../../../tools/cli/pause-command.ts';

const IDS = [
  'OnPublishDueTwitter',
  'OnPublishDueLinkedin',
  'OnPublishDueInstagram',
  'OnPublishDueBluesky',
  'OnSweepDue',
];
const cloudFormation = mockClient(CloudFormationClient);
/** The reserved concurrency of each function of the stage: null for none. */
let reserved: Record<string, number | null>;
let server: Server;

/** CloudFormation keeps 25 characters of a long stack name, and 24 of a long logical id. */
const nameOf = (id: string) => `ContentIntelligence-produ-${`${id}0A1B2C3D`.slice(0, 24)}-mMqKtOe6xTfL`;

function deploy(ids: readonly string[]): void {
  reserved = Object.fromEntries(ids.map((id) => [nameOf(id), 50]));
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: ids.map((id) => ({
      ResourceType: 'AWS::Lambda::Function',
      LogicalResourceId: `${id}0A1B2C3D`,
      PhysicalResourceId: nameOf(id),
      LastUpdatedTimestamp: new Date(),
      ResourceStatus: 'CREATE_COMPLETE' as const,
    })),
  });
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const [, name = ''] = /^\/2017-10-31\/functions\/([^/]+)\/concurrency$/.exec(request.url ?? '') ?? [];
    if (!(name in reserved)) return response.writeHead(404).end('{"Message":"no function"}');
    const body = Buffer.concat(await request.toArray()).toString();
    reserved[name] = request.method === 'DELETE' ? null : JSON.parse(body).ReservedConcurrentExecutions;
    return response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});
beforeEach(() => {
  cloudFormation.reset();
});

it('pauses every function that publishes and the sweep, whose names CloudFormation has shortened, and no other', async () => {
  deploy([...IDS, 'OnTableChange']);
  await pausePublishing('production', () => {});
  expect(reserved).toEqual({ ...Object.fromEntries(IDS.map((id) => [nameOf(id), 0])), [nameOf('OnTableChange')]: 50 });
});

it('pauses the slow lane where there is one, and resumes it without a reservation', async () => {
  deploy([...IDS, 'OnPublishDueSlow']);
  await pausePublishing('production', () => {});
  expect(reserved[nameOf('OnPublishDueSlow')]).toBe(0);
  await resumePublishing('production', [{ logicalId: 'OnSweepDue0A1B2C3D', executions: 2 }], () => {});
  expect(reserved[nameOf('OnPublishDueSlow')]).toBeNull();
});

it('resumes each with what the stage reserves, or without a reservation', async () => {
  deploy(IDS);
  await pausePublishing('production', () => {});
  const reservations = [
    { logicalId: 'OnPublishDueTwitter0A1B2C3D', executions: 40 },
    { logicalId: 'OnSweepDue0A1B2C3D', executions: 2 },
  ];
  await resumePublishing('production', reservations, () => {});
  expect(reserved).toEqual({
    ...Object.fromEntries(IDS.map((id) => [nameOf(id), null])),
    [nameOf('OnPublishDueTwitter')]: 40,
    [nameOf('OnSweepDue')]: 2,
  });
});

it('changes nothing when one of the functions is missing', async () => {
  deploy(IDS.filter((id) => id !== 'OnSweepDue'));
  const before = { ...reserved };
  await expect(pausePublishing('production', () => {})).rejects.toThrow('has no AWS::Lambda::Function OnSweepDue');
  expect(reserved).toEqual(before);
});
