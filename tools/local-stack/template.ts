import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The fixed identity of this machine's pretended AWS account. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';

/** One resource of the synthesized template that has a behaviour here, its intrinsics resolved. */
export type Resource = {
  id: string;
  type: string;
  /** Physical name: the one given in the template, or else the logical id. */
  name: string;
  arn: string;
  properties: Record<string, unknown>;
  metadata: Record<string, unknown>;
};

export type Template = {
  /** The resources of one type, in template order. */
  ofType: (...types: string[]) => Resource[];
  /** Folder of the asset that a function's `Code.S3Key` names. */
  assetFolder: (s3Key: string) => string;
};

/** Resource types that change nothing on one machine: permissions, logs, alarms. */
const NO_EFFECT = [
  /^AWS::(IAM|Logs|CloudWatch|SNS)::/,
  /^AWS::(CDK::Metadata|Lambda::Permission|SQS::QueuePolicy|ApiGatewayV2::Stage)$/,
];

const TABLE_PROPERTIES =
  'TableName KeySchema AttributeDefinitions GlobalSecondaryIndexes StreamSpecification TimeToLiveSpecification ' +
  // No effect here: cost, encryption, backup and replication.
  'BillingMode SSESpecification PointInTimeRecoverySpecification DeletionProtectionEnabled Replicas Tags';

/** Per type: the property that names it, then every property that is understood or has no effect here. */
const KNOWN: Record<string, string> = {
  'AWS::Lambda::Function':
    'FunctionName Code Handler Environment Timeout MemorySize ReservedConcurrentExecutions ' +
    // No effect here: the machine has one runtime, no roles and no traces; logs go to a file.
    'Role Runtime Architectures Description LoggingConfig TracingConfig Tags',
  'AWS::Lambda::EventInvokeConfig':
    'FunctionName Qualifier MaximumRetryAttempts MaximumEventAgeInSeconds DestinationConfig',
  'AWS::Lambda::EventSourceMapping':
    'EventSourceArn FunctionName Enabled BatchSize ScalingConfig FunctionResponseTypes MaximumRetryAttempts ' +
    'BisectBatchOnFunctionError MaximumRecordAgeInSeconds DestinationConfig FilterCriteria ' +
    // No effect here: one shard, read at once from the oldest record kept.
    'StartingPosition ParallelizationFactor MaximumBatchingWindowInSeconds MetricsConfig Tags',
  'AWS::DynamoDB::GlobalTable': TABLE_PROPERTIES,
  'AWS::DynamoDB::Table': TABLE_PROPERTIES,
  'AWS::SQS::Queue':
    'QueueName DelaySeconds VisibilityTimeout MessageRetentionPeriod RedrivePolicy ReceiveMessageWaitTimeSeconds ' +
    'SqsManagedSseEnabled KmsMasterKeyId KmsDataKeyReusePeriodSeconds RedriveAllowPolicy Tags',
  // No effect here: one user, and a key that is as old as its folder.
  'AWS::KMS::Key': 'Description KeyPolicy EnableKeyRotation PendingWindowInDays Tags',
  'AWS::Scheduler::ScheduleGroup': 'Name Tags',
  'AWS::Scheduler::Schedule':
    'Name GroupName ScheduleExpression ScheduleExpressionTimezone State Target FlexibleTimeWindow Description',
  'AWS::ApiGatewayV2::Api': 'Name ProtocolType Description DisableExecuteApiEndpoint Tags',
  'AWS::ApiGatewayV2::Route': 'RouteKey Target ApiId AuthorizationType OperationName',
  'AWS::ApiGatewayV2::Integration':
    'ApiId IntegrationType IntegrationUri PayloadFormatVersion TimeoutInMillis IntegrationMethod Description',
};

type RawResource = {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  Condition?: string;
};

/**
 * Reads the one stack of a synthesized cloud assembly (`manifest.json`, its template and its asset list).
 * `awsUrl` is where queue URLs point, `url` what the HTTP API is reached at. Throws, naming the resource and
 * the property, on a resource type, a property or an intrinsic function that has no meaning here.
 */
export function loadTemplate(outdir: string, addresses: { url: string; awsUrl: string }): Template {
  const { template, assets } = readAssembly(outdir);
  const raw = template.Resources;

  const nameOf = (id: string): string => {
    const property = KNOWN[raw[id]!.Type]?.split(' ')[0] ?? '';
    const given = /Name$/.test(property) ? raw[id]!.Properties?.[property] : undefined;
    return given === undefined ? id : String(resolve(given, `${id}.${property}`));
  };

  const arnOf = (id: string): string => {
    const [, service = '', kind = ''] = raw[id]!.Type.split('::');
    const prefix = `arn:aws:${service.toLowerCase()}:${REGION}:${ACCOUNT}:`;
    if (service === 'SQS') return prefix + nameOf(id);
    if (service === 'IAM') return `arn:aws:iam::${ACCOUNT}:${kind.toLowerCase()}/${id}`;
    if (service === 'DynamoDB') return `${prefix}table/${nameOf(id)}`;
    if (service === 'Lambda') return `${prefix}function:${nameOf(id)}`;
    if (kind === 'ScheduleGroup') return `${prefix}schedule-group/${nameOf(id)}`;
    return `${prefix}${kind.toLowerCase()}/${nameOf(id)}`;
  };

  const refOf = (id: string): string =>
    raw[id]!.Type === 'AWS::SQS::Queue' ? `${addresses.awsUrl}/${ACCOUNT}/${nameOf(id)}` : nameOf(id);

  const attributeOf = (id: string, attribute: string, where: string): string => {
    if (!raw[id]) throw new Error(`${where}: there is no resource ${id}`);
    const type = raw[id].Type;
    if (attribute === 'Arn') return arnOf(id);
    if (attribute === 'StreamArn') return `${arnOf(id)}/stream/local`;
    if (attribute === 'QueueName') return nameOf(id);
    if (attribute === 'QueueUrl') return refOf(id);
    if (type === 'AWS::ApiGatewayV2::Api' && attribute === 'ApiEndpoint') return addresses.url;
    throw new Error(`${where}: Fn::GetAtt ${id}.${attribute} (${type}) is not known here`);
  };

  const pseudo: Record<string, string> = {
    'AWS::AccountId': ACCOUNT,
    'AWS::Region': REGION,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': template.name,
    'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${template.name}/local`,
  };

  const reference = (name: string, where: string): string => {
    if (pseudo[name] !== undefined) return pseudo[name];
    if (raw[name]) return refOf(name);
    throw new Error(`${where}: Ref ${name} is neither a resource nor a known pseudo-parameter`);
  };

  function resolve(value: unknown, where: string): unknown {
    if (typeof value === 'string' && value.includes('{{resolve:')) {
      throw new Error(`${where}: dynamic references ({{resolve:…}}) are not known here`);
    }
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, `${where}[${index}]`));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [key, argument] = entries[0] ?? [];
    if (entries.length === 1 && key === 'Ref') return reference(String(argument), where);
    if (entries.length === 1 && key?.startsWith('Fn::')) return intrinsic(key, argument, where);
    return Object.fromEntries(entries.map(([k, v]) => [k, resolve(v, `${where}.${k}`)]));
  }

  function intrinsic(name: string, argument: unknown, where: string): unknown {
    if (name === 'Fn::GetAtt') {
      const [id = '', ...path] = typeof argument === 'string' ? argument.split('.') : (argument as string[]);
      return attributeOf(id, path.join('.'), where);
    }
    if (name === 'Fn::Join') {
      const [separator, parts] = argument as [string, unknown[]];
      return (resolve(parts, where) as string[]).join(separator);
    }
    if (name === 'Fn::Sub') {
      const [text, given] = Array.isArray(argument) ? (argument as [string, object]) : [String(argument), {}];
      const variables = resolve(given, where) as Record<string, string>;
      return text.replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, variable: string) => {
        if (literal) return `\${${variable}}`;
        if (Object.hasOwn(variables, variable)) return String(variables[variable]);
        const [id = '', ...path] = variable.split('.');
        return path.length ? attributeOf(id, path.join('.'), where) : reference(id, where);
      });
    }
    throw new Error(`${where}: ${name} is not known here`);
  }

  const resources = Object.entries(raw).flatMap(([id, resource]): Resource[] => {
    if (NO_EFFECT.some((pattern) => pattern.test(resource.Type))) return [];
    const known = KNOWN[resource.Type]?.split(' ');
    if (!known) throw new Error(`${id}: resource type ${resource.Type} is not known here`);
    if (resource.Condition) throw new Error(`${id}: Condition is not known here`);
    for (const property of Object.keys(resource.Properties ?? {})) {
      if (!known.includes(property)) {
        throw new Error(`${id}.${property}: property of ${resource.Type} not known here`);
      }
    }
    const properties = resolve(resource.Properties ?? {}, id) as Record<string, unknown>;
    return [
      {
        id,
        type: resource.Type,
        name: nameOf(id),
        arn: arnOf(id),
        properties,
        metadata: resource.Metadata ?? {},
      },
    ];
  });

  return {
    ofType: (...types) => resources.filter((resource) => types.includes(resource.type)),
    assetFolder: (s3Key) => {
      const path = assets[s3Key.replace(/^.*\//, '').replace(/\.zip$/, '')]?.source.path;
      if (!path) throw new Error(`asset ${s3Key} is not in the asset list of ${outdir}`);
      return join(outdir, path);
    },
  };
}

type AssetList = Record<string, { source: { path?: string } }>;

function readAssembly(outdir: string) {
  const read = (file: string) => JSON.parse(readFileSync(join(outdir, file), 'utf8'));
  const artifacts = Object.entries(
    read('manifest.json').artifacts as Record<string, { type: string; properties: Record<string, string> }>,
  );
  const stacks = artifacts.filter(([, artifact]) => artifact.type === 'aws:cloudformation:stack');
  if (stacks.length !== 1) throw new Error(`${outdir}: expected one stack, found ${stacks.length}`);
  const [name, stack] = stacks[0]!;
  const template = read(stack.properties.templateFile!) as { Resources: Record<string, RawResource> };
  const lists = artifacts.filter(([, artifact]) => artifact.type === 'cdk:asset-manifest');
  const assets = Object.assign(
    {},
    ...lists.map(([, list]) => read(list.properties.file!).files),
  ) as AssetList;
  return { template: { ...template, name }, assets };
}
