import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadTemplate } from '../../../tools/local-stack/template.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A cloud assembly with these resources. */
function load(Resources: Record<string, { Type: string; Properties?: object }>) {
  const outdir = mkdtempSync(join(tmpdir(), 'template-'));
  folders.push(outdir);
  const write = (file: string, content: object) => writeFileSync(join(outdir, file), JSON.stringify(content));
  write('manifest.json', {
    artifacts: {
      Stack: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Stack.template.json' } },
      'Stack.assets': { type: 'cdk:asset-manifest', properties: { file: 'Stack.assets.json' } },
    },
  });
  write('Stack.template.json', { Resources, Parameters: { BootstrapVersion: { Type: 'String' } } });
  write('Stack.assets.json', { files: { abc: { source: { path: 'asset.abc' } } } });
  return loadTemplate(outdir, { url: 'http://127.0.0.1:1', awsUrl: 'http://127.0.0.1:2' });
}

const fn = (variables: object) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Environment: { Variables: variables } },
});
const queue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } };

test('references resolve to local addresses and to ARNs of the fixed account', () => {
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

test('an asset key leads to its folder', () => {
  expect(load({ Jobs: queue }).assetFolder('abc.zip')).toMatch(/asset\.abc$/);
});

test.each([
  ['resource type', { Bucket: { Type: 'AWS::S3::Bucket' } }, /Bucket: resource type AWS::S3::Bucket/],
  [
    'property',
    { Jobs: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } } },
    /Jobs\.FifoQueue.*AWS::SQS::Queue/,
  ],
  [
    'intrinsic function',
    { Fn: fn({ A: { 'Fn::Select': [0, ['a']] } }) },
    /Fn\.Environment\.Variables\.A: Fn::Select/,
  ],
  ['reference', { Fn: fn({ A: { Ref: 'Nobody' } }) }, /Fn\.Environment\.Variables\.A: Ref Nobody/],
  ['attribute', { Jobs: queue, Fn: fn({ A: { 'Fn::GetAtt': ['Jobs', 'Size'] } }) }, /Jobs\.Size/],
  ['dynamic reference', { Fn: fn({ A: '{{resolve:ssm:x}}' }) }, /Fn\.Environment\.Variables\.A: dynamic/],
])('an unknown %s is refused by name', (_what, resources, message) => {
  expect(() => load(resources)).toThrow(message);
});
