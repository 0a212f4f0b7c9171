import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stage } from '../../../lib/stack/stages.ts';
import { checkConcurrency } from '../../../tools/cli/check-concurrency.ts';
import { checkConcurrencySetting } from '../../../tools/cli/check-concurrency-setting.ts';
import { checkRoles } from '../../../tools/cli/check-roles.ts';
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

describe('the roles that a stage needs', () => {
  it.each([
    ['an account with exactly enough', 626, 0, true],
    ['an account with one role too many', 627, 0, false],
    ['an account that already has this stage, with room for an upgrade', 813, 187, true],
    ['an account that already has this stage, and one role too many', 814, 187, false],
  ])('are compared with %s', (_account, roles, deployed, isEnough) => {
    expect(checkRoles('production', { roles, rolesQuota: 1000 }, 187, deployed).isEnough).toBe(isEnough);
  });

  it('are printed with the request for an increase when the quota is too small', () => {
    const { lines } = checkRoles('production', { roles: 990, rolesQuota: 1000 }, 187, 187);
    expect(lines.slice(0, 3)).toEqual([
      'IAM quota “Roles per account”: 1000',
      'roles of production: 187, and as many again during an upgrade',
      'other roles of the account, in all regions: 803',
    ]);
    expect(lines.slice(3).join('\n')).toBe(
      'The quota of roles is not sufficient: production needs 1177. Request an increase, which takes minutes to days:\n' +
        '  aws service-quotas request-service-quota-increase --region us-east-1 --service-code iam --quota-code L-FE177D64 --desired-value 2000',
    );
  });
});

describe('the setting concurrencyQuota', () => {
  const settings = { name: 'production', hasAlarms: true, concurrencyQuota: 1000 } as const;

  it.each([
    [799, 'the quota of the account is 799: the alarm AccountConcurrency can never fire.'],
    [800, 'the quota of the account is 800: the alarm AccountConcurrency fires at 100 % of the quota instead of 80 %.'],
    [
      4000,
      'the quota of the account is 4000: the alarm AccountConcurrency fires at 20 % of the quota instead of 80 %.',
    ],
  ])('is reported when the quota is %i', (quota, effect) => {
    const advice = `Put "concurrencyQuota": ${quota} into settings/production.json.`;
    expect(checkConcurrencySetting(settings, quota)).toEqual([
      `The setting concurrencyQuota is 1000, and ${effect} ${advice}`,
    ]);
  });

  it('is not reported when it is the quota, or when the stage has no alarms', () => {
    expect(checkConcurrencySetting(settings, 1000)).toEqual([]);
    expect(checkConcurrencySetting({ ...settings, hasAlarms: false }, 10)).toEqual([]);
  });
});

describe('npm run preflight', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const ses = mockClient(SESv2Client);
  const environment = { ...process.env };
  const production = (settings: object = {}) => stage('production', 3000, { alarmEmail: 'none', ...settings });
  const requests: string[] = [];
  /** The roles of the account. Null: IAM denies the request. */
  let roles: number | null;
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      if (request.url === '/') {
        expect(request.headers.authorization).toContain('/us-east-1/iam/aws4_request');
        const error =
          '<ErrorResponse><Error><Code>AccessDenied</Code><Message>not yours</Message></Error></ErrorResponse>';
        if (roles === null) response.statusCode = 403;
        response.end(roles === null ? error : accountSummary(roles));
        return;
      }
      const isSettings = request.url === '/2016-08-19/account-settings';
      const limit = { AccountLimit: { ConcurrentExecutions: 250, UnreservedConcurrentExecutions: 100 } };
      response.end(JSON.stringify(isSettings ? limit : { ReservedConcurrentExecutions: 50 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_LAMBDA: url,
      AWS_ENDPOINT_URL_IAM: url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
  });
  afterAll(() => {
    server.close();
    delete process.env.AWS_ENDPOINT_URL_LAMBDA;
    delete process.env.AWS_ENDPOINT_URL_IAM;
    Object.assign(process.env, environment);
  });
  beforeEach(() => {
    cloudFormation.reset();
    ses.reset();
    requests.length = 0;
    roles = 200;
  });

  const notDeployed = () =>
    cloudFormation
      .on(ListStackResourcesCommand)
      .rejects(new Error('Stack ContentIntelligence-production does not exist'));

  const deployed = () => {
    const details = { LastUpdatedTimestamp: new Date(), ResourceStatus: 'CREATE_COMPLETE' as const };
    const ofStack = (types: [type: string, logicalId: string, physicalId: string][]) => ({
      StackResourceSummaries: types.map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => {
        return { ...details, ResourceType, LogicalResourceId, PhysicalResourceId };
      }),
    });
    const functions = RESERVATIONS.map(({ logicalId }, index): [string, string, string] => {
      return ['AWS::Lambda::Function', logicalId, `function-${index}`];
    });
    cloudFormation
      .on(ListStackResourcesCommand, { StackName: 'ContentIntelligence-production' })
      .resolves(
        ofStack([...functions, ['AWS::IAM::Role', 'Role', 'role'], ['AWS::CloudFormation::Stack', 'Nested', 'nested']]),
      )
      .on(ListStackResourcesCommand, { StackName: 'nested' })
      .resolves(ofStack([['AWS::IAM::Role', 'InNested', 'in-nested']]));
  };

  const preflight = async (settings?: object) => {
    const lines: string[] = [];
    const needs = { reservations: RESERVATIONS, roles: 2 };
    const isEnough = await preflightCommand(production(settings), needs, (line) => lines.push(line));
    return { isEnough, lines };
  };

  it('before the first deployment counts the reservations of all other functions against the quota', async () => {
    notDeployed();
    const { isEnough, lines } = await preflight();
    expect(isEnough).toBe(false);
    expect(requests).toEqual(['GET /2016-08-19/account-settings', 'POST /']);
    expect(lines).toContain('reserved by other functions: 150');
    expect(lines).toContain('other roles of the account, in all regions: 200');
  });

  it('before an update does not count the reservations and the roles of the stage twice', async () => {
    deployed();
    const { isEnough, lines } = await preflight();
    expect(isEnough).toBe(true);
    expect(requests).toContain('GET /2019-09-30/functions/function-0/concurrency');
    expect(lines).toContain('reserved by other functions: 0');
    expect(lines).toContain('other roles of the account, in all regions: 198');
    expect(lines).toContain('The quota of roles is sufficient.');
  });

  it('fails when an upgrade has too few roles left', async () => {
    deployed();
    roles = 999;
    expect((await preflight()).isEnough).toBe(false);
  });

  it('names the setting concurrencyQuota and both numbers when it is not the quota', async () => {
    deployed();
    const reported = (lines: string[]) => lines.filter((line) => line.includes('concurrencyQuota'));
    const [line] = reported((await preflight()).lines);
    expect(line).toMatch(/concurrencyQuota is 1000, and the quota of the account is 250/);
    expect(reported((await preflight({ concurrencyQuota: 250 })).lines)).toEqual([]);
  });

  it.each([
    [false, /^SES is in its sandbox: emails of team@example\.com reach only addresses that are verified/],
    [true, /^SES sends to every address\.$/],
  ])(
    'with an email sender and production access %s says whom SES reaches',
    async (ProductionAccessEnabled, meaning) => {
      deployed();
      ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled });
      const { isEnough, lines } = await preflight({ emailSender: 'team@example.com' });
      expect(lines.at(-1)).toMatch(meaning);
      expect(isEnough).toBe(true);
    },
  );

  it('without an email sender does not ask SES', async () => {
    deployed();
    await preflight();
    expect(ses.calls()).toHaveLength(0);
  });

  it('reports the permission that it lacks', async () => {
    deployed();
    roles = null;
    await expect(preflight()).rejects.toThrow('AccessDenied: not yours');
  });
});

/** The response of IAM, as the reference of its API shows it. */
function accountSummary(roles: number): string {
  const entry = (key: string, value: number) => `<entry>\n<key>${key}</key>\n<value>${value}</value>\n</entry>`;
  const entries = [entry('RolesQuota', 1000), entry('Roles', roles), entry('RolePolicySizeQuota', 10240)].join('\n');
  return `<GetAccountSummaryResponse><GetAccountSummaryResult><SummaryMap>\n${entries}\n</SummaryMap></GetAccountSummaryResult></GetAccountSummaryResponse>`;
}
