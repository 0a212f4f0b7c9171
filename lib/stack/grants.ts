import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { ENTITIES, type EntityName } from '../app/table/entity-table.ts';
import type { TableAccess } from '../core/api/table-access.ts';
import { ENCRYPTION_CONTEXTS, type SecretKind } from '../core/crypto/contexts.ts';
import { ID_PREFIXES } from '../core/values/id-prefixes.ts';
import { allow } from './inline-role.ts';
import type { Encryption, StackContext } from './stack-context.ts';

// A grant adds the permission and the environment variable together, so that no function has one without the other.

// The IAM actions of each verb of `TableAccess`. None allows a scan.
const ACTIONS = {
  get: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
  list: ['dynamodb:Query'],
  put: ['dynamodb:PutItem'],
  insert: ['dynamodb:PartiQLInsert'],
  add: ['dynamodb:UpdateItem'],
  update: ['dynamodb:UpdateItem'],
  remove: ['dynamodb:DeleteItem'],
  check: ['dynamodb:ConditionCheckItem'],
};

/** What the deletion of a workspace does with items of every kind. Its policy would have no room for a pattern for each. */
const ON_EVERYTHING = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:DeleteItem'];

/**
 * Grant what `access` declares: kinds of items of the table, indexes, and use of the KMS key. A condition on the partition key
 * separates the kinds of items, so a function that reads content cannot read access tokens. Unproven: a request without
 * `dynamodb:LeadingKeys` in its context would pass, and whether transactions and PartiQL have it only a deployment shows
 * (decision 6). A condition on the encryption context separates the kinds of secrets, so a public function cannot decrypt the
 * tokens of accounts.
 */
export function grantAccess({ table, encryption }: StackContext, to: LambdaFunction, access: TableAccess): void {
  to.addEnvironment('TABLE_NAME', table.tableName);
  for (const verb of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
    const kinds = access[verb] ?? [];
    const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patternsOf(kinds) } };
    if (kinds.length > 0) allow(to, ACTIONS[verb], [table.tableArn], conditions);
  }
  if (access.everything) allow(to, ON_EVERYTHING, [table.tableArn]);
  const indexes = (access.indexes ?? []).map((index) => `${table.tableArn}/index/${index}`);
  if (indexes.length > 0) allow(to, ['dynamodb:Query'], indexes);
  for (const kind of Object.keys(ENCRYPTION_CONTEXTS) as SecretKind[]) {
    const uses = [
      ...(access.kms?.encrypt?.includes(kind) ? ['kms:Encrypt'] : []),
      ...(access.kms?.decrypt?.includes(kind) ? ['kms:Decrypt'] : []),
    ];
    if (uses.length === 0) continue;
    to.addEnvironment('ENCRYPTION_ARN', encryption.arn);
    if (encryption.isKmsKey) allow(to, uses, [encryption.arn], contextConditions(ENCRYPTION_CONTEXTS[kind]));
  }
  if (!encryption.isKmsKey) grantDataKey(encryption, to, access);
}

/** Grant the data key to a function that encrypts or decrypts secrets of any kind: the key does not separate them. */
function grantDataKey({ arn }: Encryption, to: LambdaFunction, { kms = {} }: TableAccess): void {
  if (kms.encrypt?.length || kms.decrypt?.length) allow(to, ['ssm:GetParameter'], [arn]);
  // The first encryption creates the key. None may replace it.
  if (kms.encrypt?.length) allow(to, ['ssm:PutParameter'], [arn], { StringEquals: { 'ssm:Overwrite': 'false' } });
}

// The context has each of these fields and no other. It cannot name the workspace, which a request decides.
function contextConditions(fields: readonly string[]): Record<string, object> {
  return {
    StringLike: Object.fromEntries(fields.map((field) => [`kms:EncryptionContext:${field}`, '*'])),
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': [...fields] },
  };
}

/** Grant sending to a queue, whose URL the function reads from the environment variable `variable`. */
export function grantSend(sender: LambdaFunction, queue: Queue, variable: string): void {
  sender.addEnvironment(variable, queue.queueUrl);
  allow(sender, ['sqs:SendMessage'], [queue.queueArn]);
}

/** The URL and the domain of a stage that emails and publishing use. */
export interface ServiceUrls {
  /** The URL of the API, with `/v1`. */
  baseUrl: string;
  /** The domain of the dashboard, which also serves the API. */
  dashboardDomain: string;
}

/**
 * Allow a function to send email as the sender of the stage; without a sender, allow nothing. SES checks the identity of
 * the sender, the address or its domain, and also that of a recipient which is verified in the account, as every
 * recipient is while the account is in the SES sandbox. So the statement names all identities, and the condition limits
 * it to the sender's address.
 */
export function grantEmail({ stack, stage }: StackContext, to: LambdaFunction, urls: ServiceUrls): void {
  const sender = stage.emailSender;
  if (sender === null) return;
  const identities = stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });
  to.addEnvironment('BASE_URL', urls.baseUrl);
  to.addEnvironment('DASHBOARD_DOMAIN', urls.dashboardDomain);
  allow(to, ['ses:SendEmail'], [identities], { StringEquals: { 'ses:FromAddress': sender } });
}

const ID_DIGITS = 26;
// `*` for the workspace would match every kind below `WS#`. Ids have a fixed length, so `?` matches exactly one.
const WORKSPACE_ID = '?'.repeat(`${ID_PREFIXES.workspace}_`.length + ID_DIGITS);

/**
 * Convert the partition keys of kinds of items to IAM patterns. Throws on an unknown kind, and a key without a unique pattern.
 */
function patternsOf(kinds: readonly string[]): string[] {
  const unknown = kinds.find((kind) => !Object.hasOwn(ENTITIES, kind));
  if (unknown) throw new Error(`No feature declares the entity ${unknown}.`);
  const patterns = kinds.map((kind) =>
    (kind === 'Workspace' ? 'WS#{workspace_id}' : ENTITIES[kind as EntityName].pk)
      .replace('{workspace_id}', WORKSPACE_ID)
      .replace(/\{[a-z_]+\}(#\{[a-z_]+\})*$/, '*'),
  );
  const unclear = patterns.find((pattern) => pattern.includes('{'));
  if (unclear) throw new Error(`No IAM pattern for the key ${unclear}.`);
  return [...new Set(patterns)].sort();
}
