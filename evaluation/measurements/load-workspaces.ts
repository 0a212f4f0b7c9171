import { AccountResponse } from '../../lib/accounts/api/accounts/responses.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { getTableInfo } from '../../test/e2e/assertions.ts';
import { send } from '../../test/e2e/http-client.ts';
import { createWorkspace } from '../../tools/cli/create-workspace.ts';
import { createJsonApiClient, type JsonApiClient } from '../../tools/local-stack/api-client.ts';
import type { LocalService } from '../../tools/local-stack/local-service.ts';
import { putItems, tableClient } from '../../tools/local-stack/seed.ts';

/**
 * Platforms that find a post by its text after a lost response. Bluesky has a key for each post, which no other has.
 */
export const TEXT_PLATFORMS = ['instagram', 'twitter', 'linkedin'] as const satisfies Platform[];

/** The account of a workspace on a platform, as the platform names it. */
export function externalIdOn(platform: Platform, workspace: number): string {
  return platform === 'linkedin' ? `urn:li:organization:200${workspace}` : `200${workspace}`;
}

/** Give the simulator an order. */
export async function tellSimulator(origin: string, noun: 'accounts' | 'scripts', order: object): Promise<void> {
  const target = `/_simulator/${noun}`;
  const answer = await send(origin, { method: 'POST', target, body: JSON.stringify(order) });
  if (answer.status !== 204) throw new Error(answer.text);
}

/** A workspace of its own, its accounts connected through the API, with refreshable tokens. */
export async function newLoadWorkspace(service: LocalService, index: number): Promise<JsonApiClient> {
  const asked = { name: `Load ${index}`, plan: 'enterprise' as const, email: 'load@example.com' };
  const founded = createWorkspace({ ...asked, ownerName: 'Load' }, Date.now());
  const client = tableClient(getTableInfo(service));
  await putItems(client, service.tableName, founded.writes);
  client.destroy();
  const { key, clientSecret } = founded;
  const call = await createJsonApiClient({
    base_url: service.baseUrl,
    client_id: key.client_id,
    client_secret: clientSecret,
  });
  for (const platform of TEXT_PLATFORMS) {
    const external_id = externalIdOn(platform, index);
    const app = { client_id: 'load', client_secret: 'load-secret', refresh_token: `refresh-${external_id}` };
    const tokens = {
      access_token: `access-${external_id}`,
      expires_in: 7_200,
      ...(platform === 'instagram' ? {} : app),
    };
    await tellSimulator(service.url, 'accounts', { platform, account: external_id, ...tokens });
    AccountResponse().parse(await call('POST', '/accounts', { platform, external_id, ...tokens }));
  }
  return call;
}
