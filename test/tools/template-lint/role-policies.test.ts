import { describe, expect, it } from 'vitest';
import type { RawResource } from '../../../tools/local-stack/cloud-assembly.ts';
import { readRolePolicies, withoutListStreams } from '../../../tools/template-lint/role-policies.ts';

const statement = (Action: string | string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const policyOf = (...Statement: object[]) => ({ PolicyDocument: { Version: '2012-10-17', Statement } });
const read = (resources: Record<string, RawResource>, exports: [string, unknown][] = []) =>
  readRolePolicies({ resources, exports: new Map(exports), assetPaths: new Map() });
const resourceIn = (
  Resource: unknown,
  resources: Record<string, RawResource> = {},
  exports: [string, unknown][] = [],
) => {
  const Role = { Type: 'AWS::IAM::Role', Properties: { Policies: [policyOf(statement('a:B', Resource))] } };
  const [policy] = read({ Role, ...resources }, exports);
  return (policy!.document as { Statement: { Resource: unknown }[] }).Statement[0]!.Resource;
};

describe('the policies of a cloud assembly', () => {
  it('are those in roles and those that are attached to roles', () => {
    const [own, attached] = [policyOf(statement('s3:GetObject', '*')), policyOf(statement('sqs:SendMessage', '*'))];
    const policies = read({
      Role: { Type: 'AWS::IAM::Role', Properties: { Policies: [own] } },
      Policy: { Type: 'AWS::IAM::Policy', Properties: attached },
      Queue: { Type: 'AWS::SQS::Queue' },
    });
    expect(policies).toEqual([
      { name: 'Role-0', document: own.PolicyDocument },
      { name: 'Policy-0', document: attached.PolicyDocument },
    ]);
  });

  it.each([
    ['AWS::S3::Bucket', 'arn:aws:s3:::each'],
    ['AWS::SQS::Queue', 'arn:aws:sqs:us-east-1:123456789012:Each'],
    ['AWS::Lambda::Function', 'arn:aws:lambda:us-east-1:123456789012:function:Each'],
    ['AWS::DynamoDB::GlobalTable', 'arn:aws:dynamodb:us-east-1:123456789012:table/Each'],
    ['AWS::KMS::Key', 'arn:aws:kms:us-east-1:123456789012:key/00000000-0000-4000-8000-000000000000'],
    ['AWS::IAM::Role', 'arn:aws:iam::123456789012:role/Each'],
  ])('have the ARN of a %s in place of a reference', (Type, arn) => {
    expect(resourceIn({ 'Fn::GetAtt': ['Each', 'Arn'] }, { Each: { Type } })).toBe(arn);
  });

  it('have what an export of the other stack contains, joined with what follows', () => {
    const path = { 'Fn::Join': ['', [{ 'Fn::ImportValue': 'bucket' }, '/uploads/*']] };
    const bucket = { 'Fn::GetAtt': ['Media', 'Arn'] };
    expect(resourceIn(path, { Media: { Type: 'AWS::S3::Bucket' } }, [['bucket', bucket]])).toBe(
      'arn:aws:s3:::media/uploads/*',
    );
  });

  it('are not returned with a reference that has no form', () => {
    expect(() => resourceIn({ 'Fn::GetAtt': ['Each', 'Arn'] }, { Each: { Type: 'AWS::SNS::Topic' } })).toThrow(
      'whose type AWS::SNS::Topic has no ARN here',
    );
    expect(() => resourceIn({ 'Fn::Select': [0, ['a']] })).toThrow('A policy has Fn::Select');
  });
});

it('only statements of dynamodb:ListStreams alone are not checked', () => {
  const kept = statement(['dynamodb:ListStreams', 'dynamodb:GetRecords'], '*');
  const { PolicyDocument: document } = policyOf(statement('dynamodb:ListStreams', 'arn:a'), kept);
  expect(withoutListStreams(document)).toEqual({ Version: '2012-10-17', Statement: [kept] });
});
