import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestDemoToken } from '../../../tools/cli/demo-token.ts';

let folder: string;
let server: Server;
let baseUrl: string;
let received: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'token-'));
  received = '';
  server = createServer(async (request, response) => {
    for await (const chunk of request) received += chunk;
    const isKnown = received.includes('client_secret=right');
    response.statusCode = isKnown ? 200 : 401;
    response.end(JSON.stringify(isKnown ? { access_token: 'issued' } : { detail: 'The client is unknown.' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function storeCredentials(client_secret: string): void {
  const credentials = { base_url: baseUrl, client_id: 'key_demo', client_secret };
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials));
}

describe('a request for a token of the demo workspace', () => {
  it('sends the stored credentials as a form and returns the access token', async () => {
    storeCredentials('right');
    expect(await requestDemoToken(folder)).toBe('issued');
    expect(received).toBe('grant_type=client_credentials&client_id=key_demo&client_secret=right');
  });

  it('without stored credentials is rejected with the missing file and the command to run', async () => {
    const file = join(folder, 'credentials.json');
    await expect(requestDemoToken(folder)).rejects.toThrow(`There is no ${file}: start the local service first`);
  });

  it('to a service that has stopped is rejected with its URL', async () => {
    storeCredentials('right');
    await new Promise((closed) => server.close(closed));
    await expect(requestDemoToken(folder)).rejects.toThrow(`No local service responds at ${baseUrl}`);
  });

  it('with rejected credentials names the file and the reason, and not the secret', async () => {
    storeCredentials('wrong-secret');
    const error = await requestDemoToken(folder).catch((cause: Error) => cause);
    expect(String(error)).toContain(
      `rejected the credentials in ${join(folder, 'credentials.json')} (401): The client`,
    );
    expect(String(error)).not.toContain('wrong-secret');
  });
});
