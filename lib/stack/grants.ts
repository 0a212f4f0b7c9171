import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { ID_PREFIXES } from '../domain/id.ts';
import { ENTITIES, type Entity } from '../table/entities.ts';
import type { StackContext } from './stack-context.ts';
import type { Access } from './table-access.ts';

// A grant gives permission and environment together: a function knows of nothing it may not use.

/** What each verb of `Access` is in IAM. There is no scan in this service. */
const ACTIONS = {
  get: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
  list: ['dynamodb:Query'],
  put: ['dynamodb:PutItem'],
  add: ['dynamodb:UpdateItem'],
  remove: ['dynamodb:DeleteItem'],
} as const;

/** All that `access` says: the table as far as it goes, and the key of the accounts' secrets. */
export function grantAccess({ table, accountKey }: StackContext, to: LambdaFunction, access: Access): void {
  grantTable(to, table, access);
  const actions = (access.kms ?? []).map((use) => KEY_ACTIONS[use]);
  if (actions.length === 0) return;
  to.addEnvironment('ENCRYPTION_ARN', accountKey.keyArn);
  to.addToRolePolicy(new PolicyStatement({ actions, resources: [accountKey.keyArn] }));
}

const KEY_ACTIONS = { encrypt: 'kms:Encrypt', decrypt: 'kms:Decrypt' } as const;

/**
 * The table as far as `access` goes. Kinds of items are told apart by their partition keys, so a function
 * that reads content cannot read the access token of an account.
 */
function grantTable(reader: LambdaFunction, table: TableV2, access: Access): void {
  reader.addEnvironment('TABLE_NAME', table.tableName);
  for (const verb of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
    const kinds = access[verb] ?? [];
    if (kinds.length === 0) continue;
    reader.addToRolePolicy(
      new PolicyStatement({
        actions: [...ACTIONS[verb]],
        resources: [table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patternsOf(kinds) } },
      }),
    );
  }
  const indexes = access.indexes ?? [];
  if (indexes.length === 0) return;
  reader.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:Query'],
      resources: indexes.map((index) => `${table.tableArn}/index/${index}`),
    }),
  );
}

/** Sending to a queue that the function finds under `variable`. */
export function grantSend(sender: LambdaFunction, queue: Queue, variable: string): void {
  sender.addEnvironment(variable, queue.queueUrl);
  sender.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
}

const ID_DIGITS = 26;
// A pattern with `*` for the workspace would reach every kind below `WS#`; an id has a known length.
const WORKSPACE_ID = '?'.repeat(`${ID_PREFIXES.workspace}_`.length + ID_DIGITS);

/** The partition keys of kinds of items, as IAM patterns. Throws on a key that cannot be told from others. */
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
