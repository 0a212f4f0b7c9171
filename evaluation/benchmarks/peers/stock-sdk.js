import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { toContent } from './to-content.js';

// The baseline of the cold start: one call with the stock SDK and validation by hand.
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const keys = JSON.parse(process.env.ITEM_KEYS);

export async function handler(event) {
  const id = event.pathParameters?.id;
  if (typeof id !== 'string' || !/^cnt_[0-9A-Z]{26}$/.test(id)) return answer(400, { error: 'invalid id' });
  const { Item } = await table.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: keys.content }));
  return Item ? answer(200, toContent(Item)) : answer(404, { error: 'not found' });
}

function answer(statusCode, body) {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
