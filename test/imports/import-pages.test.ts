import { describe, expect, it } from 'vitest';
import { callApi, type Json } from '../functions/api-harness.ts';
import { checkedUpload } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;

describe('a page of the rows of an import', () => {
  it.each([
    ['long rows', 'x'.repeat(19_000), 14],
    ['rows whose cells are twice as long in a response', '"'.repeat(18_000), 8],
  ])('of %s fits into a response, and its cursor continues after its last row', async (_, cell, cells) => {
    const tenant = await newTenant();
    const row = { text: 'Hello', platforms: ['myspace'], ...Object.fromEntries(Array(cells).fill(cell).entries()) };
    const id = await checkedUpload(harness, bucket, tenant, Array(34).fill(row));
    for (const filter of [{}, { rows: 'problems' }] as Record<string, string>[]) {
      const found: number[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = { ...filter, limit: '100', ...(cursor ? { cursor } : {}) };
        const answer = await callApi('imports.get', { token: tenant.token, params: { id }, query });
        expect(Buffer.byteLength(JSON.stringify({ body: answer.text }))).toBeLessThan(MAX_RESPONSE_BYTES);
        const { rows, pagination } = answer.json as { rows: { row: number }[]; pagination: Json };
        expect(rows.length).toBeGreaterThan(0);
        expect(pagination).toMatchObject({ total: 34, has_more: pagination.next_cursor !== null });
        found.push(...rows.map((each) => each.row));
        cursor = pagination.next_cursor as string | null;
      } while (cursor !== null);
      expect(found).toEqual(Array.from({ length: 34 }, (_, index) => index + 1));
    }
  });
});
