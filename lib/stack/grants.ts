import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

// A grant gives permission and environment together: a function knows of nothing it may not use.

/** Reading the table: single items, batches and queries. There is no scan in this service. */
export function grantTableRead(reader: LambdaFunction, table: TableV2): void {
  reader.addEnvironment('TABLE_NAME', table.tableName);
  reader.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      resources: [table.tableArn, `${table.tableArn}/index/*`],
    }),
  );
}

/** Writing items, alone or in a transaction. */
export function grantTableWrite(writer: LambdaFunction, table: TableV2): void {
  writer.addEnvironment('TABLE_NAME', table.tableName);
  writer.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      resources: [table.tableArn],
    }),
  );
}

/** Counting admissions, which even an endpoint that only reads has to do; nothing else can be written. */
export function grantAdmission(endpoint: LambdaFunction, table: TableV2): void {
  endpoint.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:UpdateItem'],
      resources: [table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['RATE#*'] } },
    }),
  );
}

/** Sending to a queue that the function finds under `variable`. */
export function grantSend(sender: LambdaFunction, queue: Queue, variable: string): void {
  sender.addEnvironment(variable, queue.queueUrl);
  queue.grantSendMessages(sender);
}
