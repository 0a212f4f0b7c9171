import { join } from 'node:path';
import { readApiDefinition } from './api-definition.ts';
import { readCloudAssembly } from './cloud-assembly.ts';

/** The account and region of the local stack. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';

/** One resource of the synthesized templates that has a behaviour here, with its intrinsics resolved. */
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
  /** The resources of these types, in template order. */
  ofType: (...types: string[]) => Resource[];
  /** The folder of the asset that the `Code.S3Key` of a function names. */
  assetFolder: (s3Key: string) => string;
};

/** Resource types without an effect on one machine: permissions, logs, alarms, names in the DNS. */
const NO_EFFECT = [
  /^AWS::(Budgets|IAM|Logs|CloudWatch|SNS)::/,
  /^AWS::(CDK::Metadata|Lambda::Permission|SQS::QueuePolicy|S3::BucketPolicy|ApiGatewayV2::(DomainName|ApiMapping))$/,
  /^AWS::CloudFront::OriginAccessControl$/,
];

const TABLE_PROPERTIES =
  'TableName KeySchema AttributeDefinitions GlobalSecondaryIndexes StreamSpecification TimeToLiveSpecification ' +
  // No effect here: cost, encryption, backup, capacity and replication.
  'BillingMode SSESpecification PointInTimeRecoverySpecification DeletionProtectionEnabled WarmThroughput Replicas Tags';

/** Per type: the property that names it, then the other properties that are supported or have no effect here. */
const KNOWN: Record<string, string> = {
  'AWS::Lambda::Function':
    'FunctionName Code Handler Environment Timeout MemorySize EphemeralStorage ReservedConcurrentExecutions ' +
    // No effect here: there is one runtime, no roles and no traces; logs are written to a file.
    'Role Runtime Architectures Description LoggingConfig TracingConfig Tags',
  'AWS::Lambda::EventInvokeConfig':
    'FunctionName Qualifier MaximumRetryAttempts MaximumEventAgeInSeconds DestinationConfig',
  'AWS::Lambda::EventSourceMapping':
    'EventSourceArn FunctionName Enabled BatchSize ScalingConfig FunctionResponseTypes MaximumRetryAttempts ' +
    'BisectBatchOnFunctionError MaximumRecordAgeInSeconds DestinationConfig FilterCriteria ' +
    // No effect here: there is one shard, read from its oldest record.
    'StartingPosition ParallelizationFactor ProvisionedPollerConfig MaximumBatchingWindowInSeconds MetricsConfig Tags',
  'AWS::DynamoDB::GlobalTable': TABLE_PROPERTIES,
  'AWS::DynamoDB::Table': TABLE_PROPERTIES,
  'AWS::SQS::Queue':
    'QueueName DelaySeconds VisibilityTimeout MessageRetentionPeriod RedrivePolicy ReceiveMessageWaitTimeSeconds ' +
    'SqsManagedSseEnabled KmsMasterKeyId KmsDataKeyReusePeriodSeconds RedriveAllowPolicy Tags',
  'AWS::S3::Bucket':
    'BucketName LifecycleConfiguration NotificationConfiguration CorsConfiguration ' +
    // No effect here: there is one user, nothing leaves the machine, and no version is kept.
    'BucketEncryption PublicAccessBlockConfiguration VersioningConfiguration Tags',
  // No effect here: there is one user, and the key is created with its folder.
  'AWS::KMS::Key': 'Description KeyPolicy EnableKeyRotation PendingWindowInDays Tags',
  'AWS::Scheduler::ScheduleGroup': 'Name Tags',
  'AWS::Scheduler::Schedule':
    'Name GroupName ScheduleExpression ScheduleExpressionTimezone State Target FlexibleTimeWindow Description',
  'AWS::ApiGatewayV2::Api': 'Name Body ProtocolType Description Tags',
  'AWS::ApiGatewayV2::Stage':
    'StageName ApiId DefaultRouteSettings RouteSettings StageVariables ' +
    // No effect here: the one stage is the current one, and the runner has logs of its own.
    'AutoDeploy AccessLogSettings Tags',
  'AWS::CloudFront::Distribution': 'DistributionConfig Tags',
  'AWS::CloudFront::Function': 'Name AutoPublish FunctionCode FunctionConfig',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig',
  // No effect here: the local service reads the files from the folder of the function that uploads them.
  'Custom::SiteFiles': 'ServiceToken ServiceTimeout Hash',
  // No effect here: there is no CloudFront in front of the API.
  'Custom::OriginSecret': 'ServiceToken ServiceTimeout',
  'AWS::ApiGatewayV2::Route': 'RouteKey Target ApiId AuthorizationType OperationName',
  'AWS::ApiGatewayV2::Integration':
    'ApiId IntegrationType IntegrationUri PayloadFormatVersion TimeoutInMillis IntegrationMethod Description',
};

/**
 * Read the stacks of a synthesized cloud assembly as one template.
 *
 * `awsUrl` is the base of queue URLs, `url` the URL of the HTTP API, and `publicUrl` its URL on the internet. Throws,
 * with the resource and the property, on a resource type, a property or an intrinsic function that has no meaning here.
 */
export function loadTemplate(
  outdir: string,
  urls: { url: string; awsUrl: string; publicUrl?: string | undefined },
): Template {
  const { resources: raw, exports, assetPaths } = readCloudAssembly(outdir);

  const nameOf = (id: string): string => {
    const property = KNOWN[raw[id]!.Type]?.split(' ')[0] ?? '';
    const given = /Name$/.test(property) ? raw[id]!.Properties?.[property] : undefined;
    return given === undefined ? id : String(resolve(given, `${id}.${property}`));
  };

  const arnOf = (id: string): string => {
    const [, service = '', kind = ''] = raw[id]!.Type.split('::');
    const prefix = `arn:aws:${service.toLowerCase()}:${REGION}:${ACCOUNT}:`;
    if (service === 'SQS') return prefix + nameOf(id);
    if (service === 'S3') return `arn:aws:s3:::${nameOf(id)}`;
    if (service === 'IAM') return `arn:aws:iam::${ACCOUNT}:${kind.toLowerCase()}/${id}`;
    if (service === 'DynamoDB') return `${prefix}table/${nameOf(id)}`;
    if (service === 'Lambda') return `${prefix}function:${nameOf(id)}`;
    if (kind === 'ScheduleGroup') return `${prefix}schedule-group/${nameOf(id)}`;
    return `${prefix}${kind.toLowerCase()}/${nameOf(id)}`;
  };

  const refOf = (id: string): string =>
    raw[id]!.Type === 'AWS::SQS::Queue' ? `${urls.awsUrl}/${ACCOUNT}/${nameOf(id)}` : nameOf(id);

  const attributeOf = (id: string, attribute: string, where: string): string => {
    if (!raw[id]) throw new Error(`${where}: there is no resource ${id}`);
    const type = raw[id].Type;
    if (attribute === 'Arn') return arnOf(id);
    if (attribute === 'StreamArn') return `${arnOf(id)}/stream/local`;
    if (attribute === 'QueueName') return nameOf(id);
    if (attribute === 'QueueUrl') return refOf(id);
    if (type === 'AWS::ApiGatewayV2::Api' && attribute === 'ApiEndpoint') return urls.publicUrl ?? urls.url;
    // One URL serves the API and the site.
    if (type === 'AWS::CloudFront::Distribution' && attribute === 'DomainName') return new URL(urls.url).host;
    if (type === 'Custom::OriginSecret') return `local-${attribute}`;
    if (type === 'AWS::CloudFront::Function' && attribute === 'FunctionARN') return arnOf(id);
    if (type === 'AWS::CloudFront::OriginAccessControl' && attribute === 'Id') return id;
    if (type === 'AWS::S3::Bucket' && attribute === 'RegionalDomainName') return `${id}.s3.${REGION}.amazonaws.com`;
    throw new Error(`${where}: Fn::GetAtt ${id}.${attribute} (${type}) is not known here`);
  };

  const pseudo: Record<string, string> = {
    'AWS::AccountId': ACCOUNT,
    'AWS::Region': REGION,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
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
    if (name === 'Fn::ImportValue') {
      const exported = String(resolve(argument, where));
      if (!exports.has(exported)) throw new Error(`${where}: no stack exports ${exported}`);
      return resolve(exports.get(exported), where);
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
    const metadata = resource.Metadata ?? {};
    const read = { id, type: resource.Type, name: nameOf(id), arn: arnOf(id), properties, metadata };
    return properties.Body ? [read, ...readApiDefinition(read)] : [read];
  });

  return {
    ofType: (...types) => resources.filter((resource) => types.includes(resource.type)),
    assetFolder: (s3Key) => {
      const path = assetPaths.get(s3Key.replace(/^.*\//, '').replace(/\.zip$/, ''));
      if (!path) throw new Error(`asset ${s3Key} is not in the asset lists of ${outdir}`);
      return join(outdir, path);
    },
  };
}
