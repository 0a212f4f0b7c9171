import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadTemplate } from '../../../tools/local-stack/template.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

type Resources = Record<string, { Type: string; Properties?: object }>;

/** Load a cloud assembly with these resources, and with those of a second stack that exports `Outputs`. */
function load(Resources: Resources, other?: { Resources: Resources; Outputs?: object }) {
  const outdir = mkdtempSync(join(tmpdir(), 'template-'));
  folders.push(outdir);
  const write = (file: string, content: object) => writeFileSync(join(outdir, file), JSON.stringify(content));
  const stack = (templateFile: string) => ({
    type: 'aws:cloudformation:stack',
    properties: { templateFile },
  });
  write('manifest.json', {
    artifacts: {
      Stack: stack('Stack.template.json'),
      ...(other ? { Other: stack('Other.template.json') } : {}),
      'Stack.assets': { type: 'cdk:asset-manifest', properties: { file: 'Stack.assets.json' } },
    },
  });
  write('Stack.template.json', { Resources, Parameters: { BootstrapVersion: { Type: 'String' } } });
  if (other) write('Other.template.json', other);
  write('Stack.assets.json', { files: { abc: { source: { path: 'asset.abc' } } } });
  return loadTemplate(outdir, { url: 'http://127.0.0.1:1', awsUrl: 'http://127.0.0.1:2' });
}

const fn = (variables: object) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Environment: { Variables: variables } },
});
const queue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } };

test('references resolve to local URLs and to ARNs of the fixed account', () => {
  const template = load({
    Jobs: queue,
    Api: { Type: 'AWS::ApiGatewayV2::Api' },
    Role: { Type: 'AWS::IAM::Role' },
    Fn: fn({
      url: { Ref: 'Jobs' },
      arn: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
      role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      joined: { 'Fn::Join': [':', ['arn', { Ref: 'AWS::Partition' }, { Ref: 'AWS::Region' }]] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own syntax
      sub: { 'Fn::Sub': ['${AWS::AccountId}/${Jobs}/${Jobs.Arn}/${own}/${!kept}', { own: 'mine' }] },
      api: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] },
    }),
  });
  const arn = 'arn:aws:sqs:us-east-1:000000000000:jobs';
  const url = 'http://127.0.0.1:2/000000000000/jobs';
  expect(template.ofType('AWS::Lambda::Function')[0]?.properties.Environment).toEqual({
    Variables: {
      url,
      arn,
      role: 'arn:aws:iam::000000000000:role/Role',
      joined: 'arn:aws:us-east-1',
      sub: `000000000000/${url}/${arn}/mine/\${kept}`,
      api: 'http://127.0.0.1:1',
    },
  });
});

test('a value that another stack exports resolves in that stack', () => {
  const exported = { Value: { 'Fn::GetAtt': ['Jobs', 'Arn'] }, Export: { Name: 'data:JobsArn' } };
  const other = { Resources: { Jobs: queue }, Outputs: { JobsArn: exported } };
  const template = load({ Fn: fn({ arn: { 'Fn::ImportValue': 'data:JobsArn' } }) }, other);
  expect(template.ofType('AWS::Lambda::Function')[0]?.properties.Environment).toEqual({
    Variables: { arn: 'arn:aws:sqs:us-east-1:000000000000:jobs' },
  });
  expect(() => load({ Fn: fn({ arn: { 'Fn::ImportValue': 'data:Nothing' } }) }, other)).toThrow(
    'Fn.Environment.Variables.arn: no stack exports data:Nothing',
  );
});

test('two stacks with the same logical id are rejected', () => {
  expect(() => load({ Jobs: queue }, { Resources: { Jobs: queue } })).toThrow('two stacks have a resource Jobs');
});

const integration = {
  type: 'aws_proxy',
  payloadFormatVersion: '2.0',
  httpMethod: 'POST',
  uri: { 'Fn::Join': ['/', ['functions', { 'Fn::GetAtt': ['Fn', 'Arn'] }, 'invocations']] },
};

function loadApi(other: object = {}) {
  const operation = { 'x-amazon-apigateway-integration': { ...integration, ...other } };
  const paths = {
    '/v1/jobs/{id}': { get: operation },
    '/$default': { 'x-amazon-apigateway-any-method': { isDefaultRoute: true, ...operation } },
  };
  return load({ Fn: fn({}), Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Body: { paths } } } });
}

test('the definition in the body of an API becomes its routes and integrations', () => {
  const template = loadApi();
  const routes = template.ofType('AWS::ApiGatewayV2::Route').map(({ properties }) => properties);
  const integrations = template.ofType('AWS::ApiGatewayV2::Integration');
  expect(routes.map(({ RouteKey }) => RouteKey)).toEqual(['GET /v1/jobs/{id}', '$default']);
  expect(routes.map(({ Target }) => Target)).toEqual(integrations.map(({ name }) => `integrations/${name}`));
  expect(integrations[0]?.properties).toEqual({
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
    IntegrationUri: 'functions/arn:aws:lambda:us-east-1:000000000000:function:Fn/invocations',
  });
});

test('an unknown property of an integration in the body is rejected by name', () => {
  expect(() => loadApi({ requestParameters: {} })).toThrow('Api.Body: requestParameters of GET /v1/jobs/{id}');
});

test('an asset key leads to its folder', () => {
  expect(load({ Jobs: queue }).assetFolder('abc.zip')).toMatch(/asset\.abc$/);
});

test.each([
  ['resource type', { Bucket: { Type: 'AWS::Events::Rule' } }, /Bucket: resource type AWS::Events::Rule/],
  [
    'property',
    { Jobs: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } } },
    /Jobs\.FifoQueue.*AWS::SQS::Queue/,
  ],
  ['intrinsic function', { Fn: fn({ A: { 'Fn::Select': [0, ['a']] } }) }, /Fn\.Environment\.Variables\.A: Fn::Select/],
  ['reference', { Fn: fn({ A: { Ref: 'Missing' } }) }, /Fn\.Environment\.Variables\.A: Ref Missing/],
  ['attribute', { Jobs: queue, Fn: fn({ A: { 'Fn::GetAtt': ['Jobs', 'Size'] } }) }, /Jobs\.Size/],
  ['dynamic reference', { Fn: fn({ A: '{{resolve:ssm:x}}' }) }, /Fn\.Environment\.Variables\.A: dynamic/],
])('an unknown %s is rejected by name', (_what, resources, message) => {
  expect(() => load(resources)).toThrow(message);
});
