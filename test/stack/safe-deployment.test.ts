import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';
import { countRoles } from '../../lib/stack/count-roles.ts';
import { reservationsOf } from '../../lib/stack/reserved-concurrency.ts';
import { stage } from '../../lib/stack/stages.ts';
import { type StackTemplate, type Synthesized, synthesized, withStacks } from './synthesized.ts';

/** Settings whose removal needs a confirmation, with a value each. */
const PROTECTED = {
  alarmEmail: 'oncall@example.com',
  customDomain: {
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/0a1b',
  },
  dashboardDomain: {
    domainName: 'app.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/0a1b',
  },
  emailSender: 'team@example.com',
  existingData: {
    tableStreamArn:
      'arn:aws:dynamodb:eu-central-1:111111111111:table/ContentIntelligenceData-production-TableCD117FA1-1A/stream/2026-11-22T09:00:00.000',
    accountKeyArn: 'arn:aws:kms:eu-central-1:111111111111:key/0a1b2c3d',
  },
  passkeyWorkspaces: ['*'],
  returnUrls: ['com.example.app:'],
};
const NAMES = Object.keys(PROTECTED) as (keyof typeof PROTECTED)[];
const NONE = { alarmEmail: 'none' };
const EXPORT_PREFIX = 'ContentIntelligenceData-production:confirmRemovalOf-';

let settled: Synthesized;
let plain: Synthesized;

beforeAll(() => {
  settled = synthesized('production', PROTECTED);
  plain = synthesized('production', NONE);
});

const exportsOf = ({ data }: Synthesized) => Object.values(data.Outputs).flatMap(({ Export }) => Export?.Name ?? []);

function importsOf({ service }: Synthesized): string[] {
  const names: string[] = [];
  JSON.stringify(service, (key, value) => {
    if (key === 'Fn::ImportValue') names.push(value);
    return value;
  });
  return names;
}

const confirming = (settings: object, confirmRemovalOf: string) =>
  synthesized('production', settings, { context: { confirmRemovalOf } });

describe('the removal of domains, an alarm address, an email sender, existing data or required passkeys', () => {
  it.each(NAMES)('is rejected by CloudFormation: %s has an export that the service stack imports', (name) => {
    expect(exportsOf(settled)).toContain(EXPORT_PREFIX + name);
    expect(importsOf(settled)).toContain(EXPORT_PREFIX + name);
    const { [name]: _removed, ...rest } = PROTECTED;
    expect(exportsOf(synthesized('production', { ...NONE, ...rest }))).not.toContain(EXPORT_PREFIX + name);
  });

  it('is not rejected when it is confirmed: the export stays for one deployment and nothing imports it', () => {
    for (const name of NAMES) {
      const { [name]: _removed, ...rest } = PROTECTED;
      const confirmed = confirming({ ...NONE, ...rest }, name);
      expect(exportsOf(confirmed)).toContain(EXPORT_PREFIX + name);
      expect(importsOf(confirmed)).not.toContain(EXPORT_PREFIX + name);
    }
  });

  it('is confirmed for several settings at once', () => {
    const confirmed = confirming(NONE, NAMES.join(','));
    expect(exportsOf(confirmed).sort()).toEqual(exportsOf(settled).sort());
  });

  it('needs no confirmation for a changed value: the export has the same value', () => {
    const other = synthesized('production', { ...PROTECTED, alarmEmail: 'other@example.com' });
    expect(other.data.Outputs).toEqual(settled.data.Outputs);
  });

  it('cannot be confirmed for a setting that has a value, or for another setting', () => {
    expect(() => confirming(PROTECTED, 'customDomain')).toThrow(
      '-c confirmRemovalOf=customDomain: the setting customDomain still has a value.',
    );
    expect(() => confirming(NONE, 'latenessLimitSeconds')).toThrow(
      '-c confirmRemovalOf=latenessLimitSeconds: only customDomain, dashboardDomain, alarmEmail, emailSender, existingData, passkeyWorkspaces, returnUrls',
    );
  });

  it('adds no export to a stage without these settings', () => {
    expect(exportsOf(plain).filter((name) => name.includes('confirmRemovalOf'))).toEqual([]);
  });
});

describe('a first deployment that fails', () => {
  const retained = ({ resources }: Synthesized) =>
    Object.entries(resources).filter(([, { DeletionPolicy }]) => (DeletionPolicy ?? 'Delete') !== 'Delete');

  it('keeps no resource: everything that a deletion retains is deleted with a failed creation', () => {
    expect(retained(plain).length).toBeGreaterThanOrEqual(5);
    for (const [id, { DeletionPolicy }] of retained(plain)) expect(DeletionPolicy, id).toBe('RetainExceptOnCreate');
  });

  it('cannot fail after the table, whose deletion protection would stop the rollback: the table is created last', () => {
    const { Resources } = plain.data;
    const [table] = Object.values(Resources).filter(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
    const others = Object.entries(Resources).filter(([, { Type }]) => Type !== 'AWS::DynamoDB::GlobalTable');
    expect([table!.DependsOn].flat().sort()).toEqual(others.map(([id]) => id).sort());
  });

  it('has no termination protection, with which CloudFormation does not delete the failed stack', () => {
    const isProtected = withStacks('production', NONE, {}, (_, { data, service }) =>
      [data, service].map(({ terminationProtection }) => terminationProtection ?? false),
    );
    expect(isProtected).toEqual([false, false]);
  });

  it('leaves no name in use: a retained resource has a generated name, or one with the id of its stack', () => {
    for (const [id, { Type, Properties }] of retained(plain)) {
      const name = Properties.LogGroupName ?? Properties.BucketName ?? Properties.TableName ?? Properties.KeyId;
      if (name !== undefined) expect(JSON.stringify(name), `${id} (${Type})`).toContain('AWS::StackId');
    }
  });
});

describe('existing data', () => {
  const { tableStreamArn, accountKeyArn } = PROTECTED.existingData;
  const tableArn = tableStreamArn.split('/stream/')[0]!;

  it('is what every function of the stage reads, decrypts and follows, with no reference to the new table and key', () => {
    const own = Object.values(settled.data.Outputs)
      .flatMap(({ Export }) => Export?.Name ?? [])
      .filter((name) => /Table|AccountKey/.test(name));
    expect(own.length).toBeGreaterThanOrEqual(4);
    expect(importsOf(settled).filter((name) => own.includes(name))).toEqual([]);
    expect(importsOf(plain).filter((name) => own.includes(name))).not.toEqual([]);
    const variables = settled
      .ofType('AWS::Lambda::Function')
      .map(({ Properties }) => (Properties.Environment as { Variables: Record<string, unknown> }).Variables);
    const names = new Set(variables.flatMap(({ TABLE_NAME }) => TABLE_NAME ?? []));
    expect(names).toEqual(new Set(['ContentIntelligenceData-production-TableCD117FA1-1A']));
    expect(new Set(variables.flatMap(({ ENCRYPTION_ARN }) => ENCRYPTION_ARN ?? []))).toEqual(new Set([accountKeyArn]));
    const sources = settled
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => Properties.EventSourceArn);
    expect(sources).toContain(tableStreamArn);
    expect(settled.text).toContain(`${tableArn}/index/by_due`);
  });

  it('leaves the data stack unchanged, so that a stage can change to other data and back', () => {
    const withoutGuards = ({ data }: Synthesized): StackTemplate => ({
      ...data,
      Outputs: Object.fromEntries(Object.entries(data.Outputs).filter(([id]) => !id.startsWith('Protected'))),
    });
    const { existingData: _data, ...rest } = PROTECTED;
    expect(withoutGuards(settled)).toEqual(withoutGuards(synthesized('production', rest)));
  });

  it.each([
    [{ tableStreamArn: tableArn, accountKeyArn }, 'Setting existingData.tableStreamArn:'],
    [{ tableStreamArn, accountKeyArn: 'alias/key' }, 'Setting existingData.accountKeyArn:'],
    [{ tableStreamArn }, 'Setting existingData.accountKeyArn:'],
  ])('is rejected unless it is the ARN of a stream and of a key: %j', (existingData, message) => {
    expect(() => stage('production', 3000, { ...NONE, existingData })).toThrow(message);
  });
});

describe('a custom domain', () => {
  it('keeps the execute-api endpoint open, where the platforms send their webhooks', () => {
    for (const synthesizedStage of [settled, plain]) {
      const { Properties } = synthesizedStage.ofType('AWS::ApiGatewayV2::Api')[0]!;
      // CloudFormation accepts the property only without `Body`.
      expect(Properties).not.toHaveProperty('DisableExecuteApiEndpoint');
      const { servers } = Properties.Body as { servers: Record<string, object>[] };
      expect(servers[0]!['x-amazon-apigateway-endpoint-configuration']).toEqual({ disableExecuteApiEndpoint: false });
    }
  });
});

describe('the access log of the API', () => {
  it('goes to a log group below /aws/vendedlogs/, which needs no entry in the resource policy of CloudWatch Logs', () => {
    const names = plain.ofType('AWS::Logs::LogGroup').flatMap(({ Properties }) => Properties.LogGroupName ?? []);
    expect(names).toHaveLength(1);
    expect(JSON.stringify(names[0])).toContain('/aws/vendedlogs/ContentIntelligence-production/api/');
  });

  it('is valid JSON whatever the values are: API Gateway writes - for a missing one', () => {
    const { AccessLogSettings } = plain.ofType('AWS::ApiGatewayV2::Stage')[0]!.Properties as {
      AccessLogSettings: { Format: string };
    };
    const line = JSON.parse(AccessLogSettings.Format.replace(/\$context\.[A-Za-z.]+/g, '-')) as object;
    expect(new Set(Object.values(line))).toEqual(new Set(['-']));
    expect(line).toHaveProperty('gateway_error');
    expect(line).toHaveProperty('function_error');
  });
});

describe('the reserved concurrency', () => {
  it('is that of every function of the stack that reserves some', () => {
    const reservations = (name: string, settings: object) =>
      withStacks(name, settings, {}, (_, { service }) => reservationsOf(service));
    const reserved = plain.ofType('AWS::Lambda::Function').flatMap(({ Properties }) => {
      return (Properties.ReservedConcurrentExecutions as number | undefined) ?? [];
    });
    expect(reserved.length).toBeGreaterThanOrEqual(3);
    expect(reservations('production', NONE).map(({ executions }) => executions)).toEqual(reserved);
    expect(reservations('development', {})).toEqual([]);
  });
});

describe('the number of roles', () => {
  it('is that of every role that is deployed, also in the nested stack', () => {
    const counted = withStacks('production', NONE, {}, (_, { service }) => countRoles(service));
    expect(counted).toBe(plain.ofType('AWS::IAM::Role').length);
    expect(counted).toBeGreaterThan(100);
  });
});

describe('the feature flags of the CDK', () => {
  it('have the values that its version recommends, so that no later change of a flag replaces a resource', () => {
    const file = join(import.meta.dirname, '../../node_modules/aws-cdk-lib/recommended-feature-flags.json');
    const { stage: _stage, ...flags } = readCdkContext();
    expect(flags).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});
