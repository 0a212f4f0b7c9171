import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../../lib/domain/workspace.ts';
import { freePort } from '../../lib/local/http.ts';
import { putItems, tableClient } from '../../lib/local/seed.ts';
import {
  type RunningService,
  type ServiceOptions,
  startService,
  synthesize,
} from '../../lib/local/service.ts';
import { foundWorkspace } from '../../lib/operations/new-workspace.ts';
import { askForToken, type Visitor, visitor } from './visitor.ts';

/** The service without platforms, and workspaces; on the enterprise plan they may use webhooks. */
export interface Place {
  service: RunningService;
  workspaces: { id: string; api: Visitor }[];
  stop: () => Promise<void>;
}

/**
 * Starts it in a folder of its own, which goes away with it. `settings` replace those of the local stage, `plan`
 * that of the workspaces.
 */
export async function openPlace(
  options: { workspaces: number; settings?: object; plan?: Plan } & Pick<ServiceOptions, 'between'>,
): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'journey-deliveries-'));
  const outdir = join(folder, 'cdk.out');
  const port = await freePort();
  await synthesize(outdir, port, options.settings);
  const founded = Array.from({ length: options.workspaces }, (_, index) =>
    foundWorkspace(
      {
        name: `Workspace ${index}`,
        plan: options.plan ?? 'enterprise',
        email: 'owner@example.com',
        ownerName: 'Owner',
      },
      Date.now(),
    ),
  );
  const service = await startService({
    port,
    folder,
    outdir,
    ...(options.between ? { between: options.between } : {}),
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
    const token = await askForToken(baseUrl, credentials);
    workspaces.push({ id: workspace.id, api: visitor(baseUrl, token) });
  }
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { service, workspaces, stop };
}

export interface Call {
  atMs: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface JourneyReceiver {
  url: string;
  calls: Call[];
  /** What it does with the next calls. */
  answer: (response: ServerResponse, call: Call) => void;
  close: () => void;
}

/** A receiver in this process that keeps what it got, answering 204 until told otherwise. */
export async function openReceiver(): Promise<JourneyReceiver> {
  const receiver: JourneyReceiver = {
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
