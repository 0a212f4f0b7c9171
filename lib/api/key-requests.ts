import * as z from 'zod';
import { MAX_OVERLAP_SECONDS } from '../domain/identity/api-key-secrets.ts';
import { PLANS } from '../domain/identity/workspace.ts';
import { labelSchema, permissions, time } from './requests.ts';

const MAX_CIDR_BLOCKS = 50;
// What the largest plan lets through in an hour: more would limit nothing.
const MAX_HOURLY_LIMIT = 60 * PLANS.enterprise.requestsPerMinute;

const plainBlock = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
// A v4 address in v6 clothes is compared as v4, so a block written like this would match nobody.
const IPV4_MAPPED = /^[0:]+:ffff:/i;

/** An address or a block of them, v4 or v6, that a caller may have. */
export const AddressBlock = z
  .string()
  .max(43)
  .refine(
    (block) => plainBlock.safeParse(block).success,
    'must be an address or a block of them, such as 192.0.2.0/24 or 2001:db8::/32',
  )
  .refine((block) => !IPV4_MAPPED.test(block), 'must be written as IPv4, without ::ffff:');

export const KeyCreate = z.strictObject({
  name: labelSchema(100).meta({ description: 'What you call it. Two keys may have the same name.' }),
  permissions: permissions
    .min(1, 'must name at least one permission')
    .optional()
    .meta({ description: 'Yours, or fewer. Left out: yours.' }),
  allowed_ips: z
    .array(AddressBlock)
    .max(MAX_CIDR_BLOCKS)
    .refine((blocks) => new Set(blocks).size === blocks.length, 'must not name a block twice')
    .optional()
    .meta({
      description: 'From where its tokens may be used: addresses and CIDR blocks. Left out: from anywhere.',
    }),
  hourly_limit: z
    .int()
    .min(1)
    .max(MAX_HOURLY_LIMIT)
    .nullable()
    .optional()
    .meta({ description: 'Requests an hour, besides what the workspace may make a minute.' }),
  expires_at: time.nullable().optional().meta({ description: 'When it ends, and its tokens with it.' }),
});

export const KeyReroll = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS)
    .default(0)
    .meta({ description: 'How long every secret of before, and the tokens got with it, still work.' }),
});
