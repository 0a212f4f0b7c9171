import * as z from 'zod/mini';

/** The field of a request that publishes a content despite the duplicate guard. */
// biome-ignore format: one field per line.
export const allowDuplicate = z.boolean().check(z.meta({ description: 'Publish the content although another item publishes the same on the account at nearly the same time. Requires the permission `content:override`, which no API key has. The audit log records it as `duplicate_of` of the item.', examples: [false] }));
