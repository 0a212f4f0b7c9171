import type { Delivery } from '../../../lib/webhooks/rules/webhook-delivery.ts';
import { callApi } from '../api-harness.ts';
import { newDelivery, newWebhook } from '../resources.ts';
import { newTenant, type Tenant } from '../tenants.ts';

/** A tenant with an endpoint. */
export async function owner(): Promise<Tenant & { webhook: string }> {
  const tenant = await newTenant();
  return { ...tenant, webhook: (await newWebhook(tenant, { events: ['*'] })).webhook_id };
}

export type Owner = Awaited<ReturnType<typeof owner>>;

/** Retrieve a delivery. */
export const read = (tenant: Owner, id: string) =>
  callApi('webhooks.get-delivery', { token: tenant.token, params: { id: tenant.webhook, delivery_id: id } });

/** Replay a delivery. */
export const replay = (tenant: Owner, id: string, headers: Record<string, string> = {}) =>
  callApi('webhooks.replay-delivery', {
    token: tenant.token,
    params: { id: tenant.webhook, delivery_id: id },
    headers,
  });

/** A delivery to the endpoint, exhausted unless `fields` override it. */
export const deliver = (tenant: Owner, fields: Partial<Delivery> = {}, ago = 0) =>
  newDelivery(tenant, tenant.webhook, fields, ago);
