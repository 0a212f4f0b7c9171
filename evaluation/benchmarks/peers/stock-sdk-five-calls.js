import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { toContent } from './to-content.js';

// What authentication, a rate limit, an item and its accounts take without anything of the service: five calls.
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;
const keys = JSON.parse(process.env.ITEM_KEYS);

export async function handler(event) {
  const id = event.pathParameters?.id;
  if (typeof id !== 'string' || !/^cnt_[0-9A-Z]{26}$/.test(id)) return answer(400, { error: 'invalid id' });
  const token = await table.send(new GetCommand({ TableName, Key: keys.token }));
  if (!token.Item) return answer(401, { error: 'unknown token' });
  const caller = await table.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys.caller } } }));
  if (caller.Responses[TableName].length < 3) return answer(401, { error: 'unknown caller' });
  const [item] = await Promise.all([
    table.send(new GetCommand({ TableName, Key: keys.content })),
    table.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'BENCHMARK#rate', sk: 'WINDOW' },
        UpdateExpression: 'ADD reserved :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  ]);
  await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.content.pk },
      Limit: 5,
    }),
  );
  return item.Item ? answer(200, toContent(item.Item)) : answer(404, { error: 'not found' });
}

function answer(statusCode, body) {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
