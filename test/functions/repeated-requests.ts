import type { OperationId } from '../../lib/bundle/endpoints.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { storedItems, type TestRequest } from './api-harness.ts';
import type { InMemoryDynamodb } from './in-memory-dynamodb.ts';
import { OWN_POLICIES } from './sign-ins.ts';
import { newTenantFor, type Tenant } from './tenants.ts';
import { validRequest } from './valid-request.ts';

/** A request that succeeds, and the table that it was made on. Change neither: they are used again. */
export interface RepeatedRequest {
  tenant: Tenant;
  good: TestRequest;
  /** What a rejected request must not change. */
  before: Item[];
}

/**
 * Return a function that puts the table into the state in which a valid request of an operation was made. Making its
 * tenant and its resources takes several times as long as most requests, so that it is done once per operation.
 */
export function repeatedRequests(table: InMemoryDynamodb): (operation: OperationId) => Promise<RepeatedRequest> {
  const made = new Map<OperationId, RepeatedRequest & { items: Item[] }>();
  return async (operation) => {
    table.clear();
    const known = made.get(operation);
    if (known) {
      known.items.forEach(table.insert);
      return known;
    }
    const tenant = await newTenantFor(operation);
    const good = await validRequest(operation, tenant);
    const repeated = { tenant, good, before: storedItems(table), items: table.items() };
    // The process counts the requests to these, so that each needs an address or a key of its own.
    if (!(operation in OWN_POLICIES)) made.set(operation, repeated);
    return repeated;
  };
}
