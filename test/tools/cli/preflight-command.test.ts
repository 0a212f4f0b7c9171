import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkConcurrency } from '../../../tools/cli/check-concurrency.ts';
import { preflightCommand } from '../../../tools/cli/preflight-command.ts';

const RESERVATIONS = ['twitter', 'linkedin', 'instagram'].map((name) => ({
  logicalId: `Publish${name}0A1B2C3D`,
  executions: 50,
}));

describe('the concurrency that a deployment needs', () => {
  it.each([
    ['a new account with a quota of 10', 10, 10, 0, false],
    ['an account with one execution too few', 249, 249, 0, false],
    ['an account with exactly enough', 250, 250, 0, true],
    ['an account whose other functions reserve too much', 1000, 249, 0, false],
    ['an account that already has this stage', 250, 100, 150, true],
  ])('is compared with %s', (_account, concurrentExecutions, unreservedExecutions, deployed, isEnough) => {
    const quota = { concurrentExecutions, unreservedExecutions };
    expect(checkConcurrency('production', quota, RESERVATIONS, deployed).isEnough).toBe(isEnough);
  });

  it('is nothing without reservations, so that every account can deploy', () => {
    expect(checkConcurrency('development', { concurrentExecutions: 10, unreservedExecutions: 10 }, [], 0)).toEqual({
      isEnough: true,
      lines: expect.arrayContaining(['reserved by development: 0']),
    });
  });

  it.each([
    [10, 'The quota is sufficient to deploy, and small: requests, the stream and the queues share 10 executions.'],
    [50, 'The quota is sufficient.'],
  ])('with a quota of %i says what it means without reservations', (concurrentExecutions, meaning) => {
    const quota = { concurrentExecutions, unreservedExecutions: concurrentExecutions };
    const { isEnough, lines } = checkConcurrency('development', quota, [], 0);
    expect(isEnough).toBe(true);
    expect(lines.join('\n')).toContain(meaning);
    expect(lines.join('\n').includes('request-service-quota-increase')).toBe(concurrentExecutions < 50);
  });

  it('is printed with the request for an increase when the quota is too small', () => {
    const quota = { concurrentExecutions: 10, unreservedExecutions: 10 };
    const { lines } = checkConcurrency('production', quota, RESERVATIONS, 0);
    expect(lines).toContain('  Publishtwitter: 50');
    expect(lines.join('\n')).toContain(
      'production needs 250. Request an increase, which takes minutes to days:\n' +
        '  aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
    );
  });
});

describe('npm run preflight', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const environment = { ...process.env };
  const requests: string[] = [];
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      const isSettings = request.url === '/2016-08-19/account-settings';
      const limit = { AccountLimit: { ConcurrentExecutions: 250, UnreservedConcurrentExecutions: 100 } };
      response.end(JSON.stringify(isSettings ? limit : { ReservedConcurrentExecutions: 50 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
  });
  afterAll(() => {
    server.close();
    delete process.env.AWS_ENDPOINT_URL_LAMBDA;
    Object.assign(process.env, environment);
  });
  beforeEach(() => {
    cloudFormation.reset();
    requests.length = 0;
  });

  it('before the first deployment counts the reservations of all other functions against the quota', async () => {
    cloudFormation
      .on(ListStackResourcesCommand)
      .rejects(new Error('Stack ContentIntelligence-production does not exist'));
    const lines: string[] = [];
    expect(await preflightCommand('production', RESERVATIONS, (line) => lines.push(line))).toBe(false);
    expect(requests).toEqual(['GET /2016-08-19/account-settings']);
    expect(lines).toContain('reserved by other functions: 150');
  });

  it('before an update does not count the reservations of the stage twice', async () => {
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: RESERVATIONS.map(({ logicalId }, index) => ({
        ResourceType: 'AWS::Lambda::Function',
        LogicalResourceId: logicalId,
        PhysicalResourceId: `function-${index}`,
        LastUpdatedTimestamp: new Date(),
        ResourceStatus: 'CREATE_COMPLETE' as const,
      })),
    });
    const lines: string[] = [];
    expect(await preflightCommand('production', RESERVATIONS, (line) => lines.push(line))).toBe(true);
    expect(requests).toContain('GET /2019-09-30/functions/function-0/concurrency');
    expect(lines).toContain('reserved by other functions: 0');
  });
});
