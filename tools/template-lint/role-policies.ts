import type { CloudAssembly, RawResource } from '../local-stack/cloud-assembly.ts';

const ACCOUNT = '123456789012';
const REGION = 'us-east-1';
const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Region': REGION,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** A policy of a role, as IAM receives it: with ARNs in place of references. */
export interface RolePolicy {
  /** The logical id of the role, or of the policy that is attached to roles, and the number of the policy. */
  name: string;
  document: unknown;
}

/**
 * Return the policies of all roles of a cloud assembly. A reference becomes an ARN in the form of its resource type, because
 * a check compares the ARNs of a statement with those that its actions accept. Throws for a reference that has no form here.
 */
export function readRolePolicies({ resources, exports }: CloudAssembly): RolePolicy[] {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[name, argument] = ['', null], ...others] = Object.entries(value);
    if (others.length === 0 && name === 'Ref') return referenced(argument as string);
    if (others.length === 0 && name.startsWith('Fn::')) return intrinsic(name, argument);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]));
  };
  const referenced = (id: string) => PSEUDO_PARAMETERS[id] ?? id;
  const intrinsic = (name: string, argument: unknown): unknown => {
    if (name === 'Fn::GetAtt') return attributeOf(argument as [string, string]);
    if (name === 'Fn::ImportValue') return resolve(exports.get(String(argument)));
    if (name !== 'Fn::Join') throw new Error(`A policy has ${name}, which is not resolved here.`);
    const [separator, parts] = argument as [string, unknown[]];
    return (resolve(parts) as string[]).join(separator);
  };
  const attributeOf = ([id, attribute]: [string, string]): string => {
    const resource = resources[id];
    if (resource && attribute === 'Arn') return arnOf(id, resource);
    if (resource && attribute === 'StreamArn') return `${arnOf(id, resource)}/stream/label`;
    throw new Error(`A policy has the attribute ${attribute} of ${id}, which is not resolved here.`);
  };
  return Object.entries(resources).flatMap(([id, resource]) =>
    documentsOf(resource).map((document, index) => ({ name: `${id}-${index}`, document: resolve(document) })),
  );
}

function documentsOf({ Type, Properties = {} }: RawResource): unknown[] {
  if (Type === 'AWS::IAM::Policy') return [Properties.PolicyDocument];
  if (Type !== 'AWS::IAM::Role') return [];
  return ((Properties.Policies ?? []) as { PolicyDocument: unknown }[]).map(({ PolicyDocument }) => PolicyDocument);
}

function arnOf(id: string, { Type }: RawResource): string {
  const [, service = '', kind = ''] = Type.split('::');
  if (service === 'S3') return `arn:aws:s3:::${id.toLowerCase()}`;
  if (service === 'IAM') return `arn:aws:iam::${ACCOUNT}:role/${id}`;
  const prefix = `arn:aws:${service.toLowerCase()}:${REGION}:${ACCOUNT}:`;
  if (service === 'SQS') return prefix + id;
  if (service === 'Lambda') return `${prefix}function:${id}`;
  if (service === 'DynamoDB') return `${prefix}table/${id}`;
  if (service === 'Logs') return `${prefix}log-group:${id}:*`;
  if (kind === 'Key') return `${prefix}key/00000000-0000-4000-8000-000000000000`;
  throw new Error(`A policy refers to ${id}, whose type ${Type} has no ARN here.`);
}

/**
 * Return a policy without the statements that allow `dynamodb:ListStreams` only. The CDK grants it for one stream, and the
 * action accepts no resource but `*`: such a statement allows nothing, and Lambda does not need it to read the stream.
 */
export function withoutListStreams(document: RolePolicy['document']): RolePolicy['document'] {
  const { Statement, ...rest } = document as { Statement: { Action: string | string[] }[] };
  return { ...rest, Statement: Statement.filter(({ Action }) => String(Action) !== 'dynamodb:ListStreams') };
}
