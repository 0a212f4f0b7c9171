import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { handle } from 'hono/aws-lambda';
import { toContent } from './to-content.js';

// Hono with schemas that also describe the API, with one call of the SDK.
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const keys = JSON.parse(process.env.ITEM_KEYS);

const content = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(['draft', 'scheduled', 'publishing', 'published', 'failed', 'cancelled']),
  platforms: z.array(z.enum(['instagram', 'twitter', 'linkedin'])),
  created_at: z.string(),
  updated_at: z.string(),
});
const problem = z.object({ error: z.string() });

const route = createRoute({
  method: 'get',
  path: '/v1/content/{id}',
  request: { params: z.object({ id: z.string().regex(/^cnt_[0-9A-Z]{26}$/) }) },
  responses: {
    200: { description: 'The item.', content: { 'application/json': { schema: content } } },
    404: { description: 'There is no such item.', content: { 'application/json': { schema: problem } } },
  },
});

const app = new OpenAPIHono();
app.openapi(route, async (context) => {
  context.req.valid('param');
  const { Item } = await table.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: keys.content }));
  return Item ? context.json(toContent(Item), 200) : context.json({ error: 'not found' }, 404);
});

export const handler = handle(app);
