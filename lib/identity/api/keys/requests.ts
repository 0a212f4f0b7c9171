import * as z from 'zod/mini';
import { distinct } from '../../../core/api/request-fields.ts';
import { MAX_OVERLAP_SECONDS } from '../../rules/api-key-secrets.ts';

const plainBlock = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

// IPv4-mapped IPv6 addresses are compared as IPv4, so a block in this form would never match.
const IPV4_MAPPED = /^[0:]+:ffff:/i;

/** An IPv4 or IPv6 address, or a CIDR block. */
export const AddressBlock = z.string().check(
  z.maxLength(43),
  z.refine(
    (block) => plainBlock.safeParse(block).success,
    'Must be an IP address or a CIDR block, such as 192.0.2.0/24 or 2001:db8::/32.',
  ),
  z.refine((block) => !IPV4_MAPPED.test(block), 'Must be an IPv4 address without the ::ffff: prefix.'),
);

/** The addresses from which a key can be used. */
export const allowedIps = distinct(AddressBlock, 50);

/** The ids of the only accounts for which an agent may draft. */
export const agentAccounts = distinct(z.string().check(z.maxLength(64)), 50).check(z.minLength(1));

// biome-ignore format: one field per line.
export const KeyReroll = z.strictObject({
  overlap_seconds: z
    ._default(z.int().check(z.minimum(0), z.maximum(MAX_OVERLAP_SECONDS)), 0)
    .check(z.describe('Number of seconds for which previous secrets and their access tokens remain valid.'), z.meta({ examples: [3600] })),
});
