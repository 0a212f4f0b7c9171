import { Client } from 'content-intelligence';

/**
 * Create the customers `<first>` to `<first + count - 1>` (modulo `<total>`) of a product, and print the external id with the id of
 * each workspace: `customers.ts <first> <count> <total>`.
 */

const AT_A_TIME = 8;

const [first = 0, count = 0, total = 1] = process.argv.slice(2).map(Number);
const client = new Client({ maxRetries: 12 });
let made = 0;

async function createNext(): Promise<void> {
  while (made < count) {
    const externalId = `customer-${(first + made++) % total}`;
    const { id } = await client.workspaces.ensure(externalId, { name: `The workspace of ${externalId}` });
    process.stdout.write(`${externalId} ${id}\n`);
  }
}

await Promise.all(Array.from({ length: AT_A_TIME }, createNext));
