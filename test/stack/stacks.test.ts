import { beforeAll, describe, expect, it } from 'vitest';
import { type DeployedEndpoint, declaredEndpoints } from '../../lib/stack/api.ts';
import { policyLengths } from './deployed-policies.ts';
import { getStatementsByRole, list } from './statements.ts';
import { type StackTemplate, type Synthesized, synthesized } from './synthesized.ts';

/** CloudFormation's limits of a stack: its resources, its outputs, and the bytes of its template. */
const MAX_RESOURCES = 500;
const MAX_OUTPUTS = 200;
const MAX_TEMPLATE_BYTES = 1_000_000;
/** IAM's limit of the inline policies of a role. */
const MAX_POLICY_CHARACTERS = 10_240;
/** The length of an ARN of a function, whose name has at most 64 characters. */
const FUNCTION_ARN_LENGTH = 'arn:aws:lambda:ap-southeast-1:111111111111:function:'.length + 64;

/** Endpoints that do not exist, with the permissions and the bundle of one that reads and writes. */
const FURTHER_ENDPOINTS = Array.from({ length: 20 }, (_, index): DeployedEndpoint => {
  const { access } = declaredEndpoints().find(({ id }) => id === 'content.update')!;
  const path = `/v1/trial-${index}/{id}`;
  return { id: `trial.endpoint-${index}`, method: 'PUT', path, access, bundle: 'content/update' };
});

const EVERY_SETTING = {
  alarmEmail: 'oncall@example.com',
  emailSender: 'team@example.com',
  customDomain: {
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/0a1b',
  },
};

let production: Synthesized;
let larger: Synthesized;

beforeAll(() => {
  production = synthesized('production', EVERY_SETTING);
  const endpoints = [...declaredEndpoints(), ...FURTHER_ENDPOINTS];
  larger = synthesized('production', EVERY_SETTING, { endpoints });
});

const typesOf = ({ Resources }: StackTemplate) => Object.values(Resources).map(({ Type }) => Type);
const exportsOf = ({ Outputs }: StackTemplate) =>
  Object.values(Outputs).flatMap(({ Export }) => (Export ? [Export.Name.split(':')[1]] : []));

describe('the data stack', () => {
  it('holds the table, the KMS key, the dead letters of the stream, the media library and the alarm topic, and nothing else', () => {
    expect(typesOf(production.data).sort()).toEqual([
      'AWS::DynamoDB::GlobalTable',
      'AWS::KMS::Key',
      'AWS::S3::Bucket',
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
      'AWS::S3::BucketPolicy',
      'AWS::SNS::Subscription',
      'AWS::SNS::Topic',
      'AWS::SNS::TopicPolicy',
      'AWS::SQS::Queue',
      'AWS::SQS::Queue',
      'AWS::SQS::QueuePolicy',
      'AWS::SQS::QueuePolicy',
    ]);
    expect(typesOf(production.service).filter((type) => /DynamoDB|KMS|SNS/.test(type))).toEqual([]);
  });

  it('is the only stack with data: the one bucket of the service stack holds files of the deployment', () => {
    const buckets = Object.values(production.service.Resources).filter(({ Type }) => Type === 'AWS::S3::Bucket');
    expect(buckets.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Delete']);
  });

  it('exports the same values with every setting and with none, so that no export in use is removed', () => {
    const exported = exportsOf(production.data).filter((name) => !name?.startsWith('confirmRemovalOf-'));
    expect(exported).toHaveLength(14);
    expect(exportsOf(synthesized('production', { hasAlarms: false }).data)).toEqual(exported);
    expect(exportsOf(synthesized('development').data)).toEqual(exported);
  });
});

describe('the size of a template', () => {
  const count = ({ Resources }: StackTemplate) => Object.keys(Resources).length;
  const bytes = (template: StackTemplate) => JSON.stringify(template).length;
  it('leaves room for 200 resources in the service stack, and for 20 more endpoints, each with at most two resources', () => {
    const { data, service, endpoints } = production.deployed;
    const added = count(larger.deployed.endpoints) - count(endpoints);
    expect(added).toBe(2 * FURTHER_ENDPOINTS.length);
    expect(count(larger.deployed.endpoints)).toBeLessThan(MAX_RESOURCES);
    expect(Object.keys(larger.deployed.endpoints.Outputs).length).toBeLessThanOrEqual(MAX_OUTPUTS);
    // A further role of API Gateway.
    expect(count(larger.deployed.service)).toBeLessThanOrEqual(count(service) + 1);
    expect(count(service)).toBeLessThan(MAX_RESOURCES - 200);
    expect(count(larger.deployed.data)).toBe(count(data));
  });

  it('is at most 80% of what CloudFormation accepts', () => {
    for (const each of Object.values(larger.deployed)) expect(bytes(each)).toBeLessThan(0.8 * MAX_TEMPLATE_BYTES);
  });

  it('passes each reference between the service stack and the nested ones', () => {
    const { service, endpoints, stageEndpoints } = production.deployed;
    const nested = Object.values(service.Resources).filter(({ Type }) => Type === 'AWS::CloudFormation::Stack');
    const passed = nested.map(({ Properties }) => Object.keys(Properties.Parameters as object));
    const parametersOf = (template: StackTemplate) =>
      Object.keys((template as unknown as { Parameters: object }).Parameters);
    expect(passed).toEqual([parametersOf(endpoints), parametersOf(stageEndpoints)]);
  });

  it('has the functions of endpoints for stage keys in a nested stack of their own', () => {
    const functionsOf = (template: StackTemplate) =>
      Object.values(template.Resources).flatMap(({ Metadata }) => Metadata?.Function?.replace('/', '.') ?? []);
    const ofStage = declaredEndpoints().filter(({ isOfStage }) => isOfStage);
    expect(functionsOf(production.deployed.stageEndpoints).sort()).toEqual(ofStage.map(({ id }) => id).sort());
    expect(functionsOf(production.deployed.endpoints)).toContain('content.create');
  });
});

describe('API Gateway', () => {
  interface Integration {
    uri: { 'Fn::Join': [string, { 'Fn::GetAtt'?: [string, string] }[]] };
    credentials: { 'Fn::GetAtt': [string, string] };
  }

  /** The function and the role of every integration of the HTTP API, as their logical ids. */
  function integrationsOf({ ofType }: Synthesized): { handler: string; role: string }[] {
    const { Body } = ofType('AWS::ApiGatewayV2::Api')[0]!.Properties as {
      Body: { paths: Record<string, Record<string, object>> };
    };
    return Object.values(Body.paths).flatMap((operations) =>
      Object.values(operations).map((operation) => {
        const { uri, credentials } = (operation as Record<string, Integration>)['x-amazon-apigateway-integration']!;
        const handler = uri['Fn::Join'][1].find((part) => part['Fn::GetAtt'])!['Fn::GetAtt']![0];
        return { handler, role: credentials['Fn::GetAtt'][0] };
      }),
    );
  }

  it.each([
    ['GET', '/v1/content/validate'],
    ['PUT', '/v1/content/validate'],
    ['DELETE', '/v1/content/validate'],
    ['DELETE', '/v1/team/invitations/accept'],
  ])('answers %s %s as an unsupported method, not as a request for an item of that id', (method, path) => {
    const { Body } = production.ofType('AWS::ApiGatewayV2::Api')[0]!.Properties as {
      Body: { paths: Record<string, Record<string, object>> };
    };
    expect(JSON.stringify(Body.paths[path]![method.toLowerCase()])).toMatch(/Unmatched[0-9A-F]{8}/);
  });

  it.each([
    ['the endpoints', () => production],
    ['20 more endpoints', () => larger],
  ])('invokes every function of %s with a role that may invoke it', (_what, synthesizedStage) => {
    const roles = getStatementsByRole(synthesizedStage());
    const integrations = integrationsOf(synthesizedStage());
    expect(integrations.length).toBeGreaterThan(declaredEndpoints().length);
    for (const { handler, role } of integrations) {
      const [statement] = roles.get(role.replace(/[0-9A-F]{8}$/, ''))!;
      expect(statement!.Action).toBe('lambda:InvokeFunction');
      expect(list(statement!.Resource)).toContainEqual({ 'Fn::GetAtt': [handler, 'Arn'] });
    }
  });

  // The region with the longest name that Lambda, Scheduler and DynamoDB have.
  it.each(['development', 'production'])('of %s has policies that every role may hold in every region', (stage) => {
    for (const [role, length] of policyLengths(synthesized(stage), stage, 'ap-southeast-1')) {
      expect(length, role).toBeLessThanOrEqual(MAX_POLICY_CHARACTERS);
    }
  });

  it('stays within the size of its roles and the 300 integrations of an API', () => {
    expect(integrationsOf(larger).length).toBeLessThanOrEqual(300);
    const gatewayRoles = [...getStatementsByRole(larger)].filter(([name]) => name.startsWith('GatewayRole'));
    expect(gatewayRoles.length).toBeGreaterThan(1);
    for (const [, [statement]] of gatewayRoles) {
      const characters = list(statement!.Resource).length * (FUNCTION_ARN_LENGTH + '"",'.length) + 200;
      expect(characters).toBeLessThanOrEqual(MAX_POLICY_CHARACTERS);
    }
  });
});
