import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

// Signs and sends webhooks over keep-alive connections, and nothing else.
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Handles a batch of messages `{ url, id, body, secret }` concurrently. */
export const handler = (event) => Promise.all(event.Records.map(({ body }) => deliver(JSON.parse(body))));

/** The same, with one write of the table for each attempt. */
export const withWrite = (event) => Promise.all(event.Records.map(({ body }) => deliverAndRecord(JSON.parse(body))));

let client;

async function deliverAndRecord(message) {
  const status = await deliver(message);
  client ??= new DynamoDBClient({});
  const Item = { pk: { S: `BENCHMARK#${message.delivery_id}` }, sk: { S: 'DELIVERY' }, status: { N: String(status) } };
  await client.send(new PutItemCommand({ TableName: process.env.TABLE_NAME, Item }));
}

function deliver({ url, id, payload, secret }) {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${payload}`);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}
