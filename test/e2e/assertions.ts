import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { Platform } from '../../lib/platforms/platform.ts';
import { callDynamodb } from '../../tools/local-stack/dynamodb.ts';
import type { TableInfo } from '../../tools/local-stack/stack-options.ts';
import type { RunningStack } from '../../tools/local-stack/stack-runner.ts';
import { read, send } from './http-client.ts';

// What a test can inspect besides the API: the simulated platforms, the inbox, the table and the logs.

const Posts = z.array(
  z.object({ platform: z.string(), account: z.string(), id: z.string(), text: z.string(), at: z.string() }),
);
const Messages = z.array(z.object({ at: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }));
export type Message = z.infer<typeof Messages>[number];

/** The posts that exist on the simulated platforms, oldest first. */
export async function listPosts(origin: string) {
  return read(await send(origin, { target: '/_simulator/posts' }), 200, Posts);
}

/** What a platform does with its next posting requests. The names are in `lib/platforms/kit/simulator/fault-scripts.ts`. */
export async function injectFault(origin: string, platform: Platform, script: string, times = 1): Promise<void> {
  const body = JSON.stringify({ platform, script, times });
  const answer = await send(origin, { method: 'POST', target: '/_simulator/scripts', body });
  if (answer.status !== 204) throw new Error(answer.text);
}

/** The webhooks that arrived at an inbox, oldest first. */
export async function listMessages(inboxUrl: string): Promise<Message[]> {
  const { origin, pathname } = new URL(inboxUrl);
  return read(await send(origin, { target: pathname }), 200, Messages);
}

/** The client and the name of a service's table. */
export function getTableInfo(service: RunningStack): TableInfo {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const { dynamodbUrl: endpoint, tableName } = service;
  return { endpoint, region: 'us-east-1', tableName, credentials };
}

/** Every item in the table. The client of the SDK takes several times as long for a page. */
export async function scanTable({ endpoint, tableName }: TableInfo): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let start: object | undefined;
  do {
    const input = { TableName: tableName, ConsistentRead: true, ExclusiveStartKey: start };
    const page = await callDynamodb<Page>(endpoint, 'DynamoDB_20120810.Scan', input);
    items.push(...page.Items.map((item) => unmarshall(item)));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

interface Page {
  Items: Parameters<typeof unmarshall>[0][];
  LastEvaluatedKey?: object;
}

/** Which of these files and folders contain one of the secrets: `<file>: <name of the secret>`. */
export function findLeaks(paths: string[], secrets: Record<string, string>): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) return [];
    if (statSync(path).isDirectory()) {
      return findLeaks(
        readdirSync(path).map((name) => join(path, name)),
        secrets,
      );
    }
    const bytes = readFileSync(path);
    return Object.entries(secrets)
      .filter(([, secret]) => bytes.includes(secret))
      .map(([name]) => `${path}: ${name}`);
  });
}

/** The bearer tokens of the demo's accounts at the simulated platforms. */
export const PLATFORM_TOKENS = {
  'X token': 'simulator-x',
  'LinkedIn token': 'simulator-linkedin',
  'Instagram token': 'simulator-instagram',
};
