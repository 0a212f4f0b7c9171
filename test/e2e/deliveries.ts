import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../../lib/core/config/plans.ts';
import { createWorkspace } from '../../tools/cli/create-workspace.ts';
import { synthesizeCached } from '../../tools/local-stack/assembly-cache.ts';
import { createFunctionClock, type FunctionClock } from '../../tools/local-stack/function-clock.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { putItems, tableClient } from '../../tools/local-stack/seed.ts';
import type { StackOptions } from '../../tools/local-stack/stack-options.ts';
import { BUSY_MACHINE_FACTOR } from '../../tools/local-stack/stack-options.ts';
import { type RunningStack, startStack } from '../../tools/local-stack/stack-runner.ts';
import { type ApiClient, createApiClient, getAccessToken } from './http-client.ts';

/** The service without platforms, and workspaces; on the enterprise plan they may use webhooks. */
export interface DeliveryStack {
  /** The time of the functions. */
  clock: FunctionClock;
  service: RunningStack;
  workspaces: { id: string; api: ApiClient }[];
  stop: () => Promise<void>;
}

/**
 * Start it in its own folder, which is removed with it. `settings` replace those of the local stage, `plan`
 * that of the workspaces.
 */
export async function startDeliveryStack(
  options: { workspaces: number; settings?: object; plan?: Plan } & Pick<StackOptions, 'proxyEndpoint' | 'log'>,
): Promise<DeliveryStack> {
  const folder = mkdtempSync(join(tmpdir(), 'journey-deliveries-'));
  const outdir = join(folder, 'cdk.out');
  const port = await freePort();
  await synthesizeCached(outdir, port, options.settings);
  const founded = Array.from({ length: options.workspaces }, (_, index) =>
    createWorkspace(
      {
        name: `Workspace ${index}`,
        plan: options.plan ?? 'enterprise',
        email: 'owner@example.com',
        ownerName: 'Owner',
      },
      Date.now(),
    ),
  );
  const clock = createFunctionClock();
  const service = await startStack({
    port,
    folder,
    outdir,
    clock,
    timeoutFactor: BUSY_MACHINE_FACTOR,
    ...(options.proxyEndpoint ? { proxyEndpoint: options.proxyEndpoint } : {}),
    ...(options.log ? { log: options.log } : {}),
    onTableReady: async (table) => {
      const client = tableClient(table);
      for (const { writes } of founded) await putItems(client, table.tableName, writes);
      client.destroy();
    },
  });
  const baseUrl = `${service.url}/v1`;
  const workspaces = [];
  for (const { workspace, key, clientSecret } of founded) {
    const credentials = { client_id: key.client_id, client_secret: clientSecret };
    const token = await getAccessToken(baseUrl, credentials);
    workspaces.push({ id: workspace.id, api: createApiClient(baseUrl, token) });
  }
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { service, workspaces, clock, stop };
}

export interface ReceivedRequest {
  atMs: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  calls: ReceivedRequest[];
  /** What it does with the next calls. */
  answer: (response: ServerResponse, call: ReceivedRequest) => void;
  close: () => void;
}

/** A receiver in this process that stores what it receives, answering 204 by default. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: '',
    calls: [],
    answer: (response) => response.writeHead(204).end(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    const atMs = Date.now();
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = { atMs, headers: request.headers, body };
    receiver.calls.push(call);
    response.on('error', () => {});
    receiver.answer(response, call);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
