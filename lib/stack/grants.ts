import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { TableAccess } from '../api/table-access.ts';
import { ID_PREFIXES } from '../domain/id.ts';
import { ENTITIES, type Entity } from '../table/entities.ts';
import type { StackContext } from './stack-context.ts';

// A grant adds the permission and the environment variable together, so that no function has one without the other.

/** The IAM actions of each verb of `TableAccess`. None allows a scan. */
const ACTIONS = {
  get: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
  list: ['dynamodb:Query'],
  put: ['dynamodb:PutItem'],
  add: ['dynamodb:UpdateItem'],
  remove: ['dynamodb:DeleteItem'],
} as const;

/** Grant what `access` declares: items of the table, indexes, and use of the KMS key. */
export function grantAccess({ table, accountKey }: StackContext, to: LambdaFunction, access: TableAccess): void {
  grantTable(to, table, access);
  const actions = (access.kms ?? []).map((use) => KEY_ACTIONS[use]);
  if (actions.length === 0) return;
  to.addEnvironment('ENCRYPTION_ARN', accountKey.keyArn);
  to.addToRolePolicy(new PolicyStatement({ actions, resources: [accountKey.keyArn] }));
}

const KEY_ACTIONS = { encrypt: 'kms:Encrypt', decrypt: 'kms:Decrypt' } as const;

/**
 * Grant access to kinds of items of the table. A condition on the partition key separates the kinds, so a function
 * that reads content cannot read access tokens.
 */
function grantTable(to: LambdaFunction, table: TableV2, access: TableAccess): void {
  to.addEnvironment('TABLE_NAME', table.tableName);
  for (const verb of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
    const kinds = access[verb] ?? [];
    if (kinds.length === 0) continue;
    to.addToRolePolicy(
      new PolicyStatement({
        actions: [...ACTIONS[verb]],
        resources: [table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patternsOf(kinds) } },
      }),
    );
  }
  const indexes = access.indexes ?? [];
  if (indexes.length === 0) return;
  to.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:Query'],
      resources: indexes.map((index) => `${table.tableArn}/index/${index}`),
    }),
  );
}

/** Grant sending to a queue, whose URL the function reads from the environment variable `variable`. */
export function grantSend(sender: LambdaFunction, queue: Queue, variable: string): void {
  sender.addEnvironment(variable, queue.queueUrl);
  sender.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
}

const ID_DIGITS = 26;
// `*` for the workspace would match every kind below `WS#`. Ids have a fixed length, so `?` matches exactly one.
const WORKSPACE_ID = '?'.repeat(`${ID_PREFIXES.workspace}_`.length + ID_DIGITS);

/** Convert the partition keys of kinds of items to IAM patterns. Throws on a key that has no unique pattern. */
function patternsOf(kinds: readonly Entity[]): string[] {
  const patterns = kinds.map((kind) =>
    (kind === 'Workspace' ? 'WS#{workspace_id}' : ENTITIES[kind].pk)
      .replace('{workspace_id}', WORKSPACE_ID)
      .replace(/\{[a-z_]+\}$/, '*'),
  );
  const unclear = patterns.find((pattern) => pattern.includes('{'));
  if (unclear) throw new Error(`No IAM pattern for the key ${unclear}.`);
  return [...new Set(patterns)].sort();
}
