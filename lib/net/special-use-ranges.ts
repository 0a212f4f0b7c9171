import { BlockList, isIP } from 'node:net';

/** A range of addresses that are not public unicast. `invalid` is a string that is not an IP address. */
export type SpecialUseRange =
  | 'loopback'
  | 'unspecified'
  | 'private'
  | 'shared'
  | 'link_local'
  | 'multicast'
  | 'documentation'
  | 'benchmarking'
  | 'embedded_ipv4'
  | 'reserved'
  | 'invalid';

type Rule = [SpecialUseRange, BlockList];

/** IANA IPv4 special-purpose registry, without the few blocks that are globally reachable. */
const IPV4_RULES: Rule[] = [
  ['loopback', subnets('ipv4', '127.0.0.0/8')],
  // Linux connects 0.0.0.0 to the local machine, so it is blocked even where loopback is allowed.
  ['unspecified', subnets('ipv4', '0.0.0.0/8')],
  ['private', subnets('ipv4', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16')],
  ['shared', subnets('ipv4', '100.64.0.0/10')],
  ['link_local', subnets('ipv4', '169.254.0.0/16')],
  ['documentation', subnets('ipv4', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24')],
  ['benchmarking', subnets('ipv4', '198.18.0.0/15')],
  ['multicast', subnets('ipv4', '224.0.0.0/4')],
  // Protocol assignments, the former 6to4 relays, and the former class E with the broadcast address.
  ['reserved', subnets('ipv4', '192.0.0.0/24', '192.88.99.0/24', '240.0.0.0/4')],
];

/**
 * IPv6 exceptions; the first match is the range. Separate from the IPv4 rules, because a BlockList with
 * ::ffff:0:0/96 matches every IPv4 address too.
 */
const IPV6_RULES: Rule[] = [
  ['loopback', subnets('ipv6', '::1/128')],
  ['unspecified', subnets('ipv6', '::/128')],
  [
    'embedded_ipv4',
    subnets(
      'ipv6',
      '::/96', // IPv4-compatible
      '::ffff:0:0/96', // IPv4-mapped
      '::ffff:0:0:0/96', // IPv4-translated
      '64:ff9b::/96', // NAT64
      '64:ff9b:1::/48', // NAT64, local use
      '2001::/32', // Teredo
      '2002::/16', // 6to4
    ),
  ],
  ['private', subnets('ipv6', 'fc00::/7', 'fec0::/10')],
  ['link_local', subnets('ipv6', 'fe80::/10')],
  ['multicast', subnets('ipv6', 'ff00::/8')],
  ['documentation', subnets('ipv6', '2001:db8::/32', '3fff::/20')],
  ['reserved', subnets('ipv6', '2001::/23')],
];

const IPV6_GLOBAL_UNICAST = subnets('ipv6', '2000::/3');

/** Returns the special-use range of `ip` (IPv4 or IPv6 text), or null for public unicast. */
export function specialUseRange(ip: string): SpecialUseRange | null {
  const version = isIP(ip);
  if (version === 0) return 'invalid';
  if (version === 4) return IPV4_RULES.find(([, list]) => list.check(ip, 'ipv4'))?.[0] ?? null;
  // A zone index (fe80::1%eth0) names an interface and does not affect the range; BlockList rejects it.
  const address = ip.replace(/%.*$/, '');
  const rule = IPV6_RULES.find(([, list]) => list.check(address, 'ipv6'));
  if (rule !== undefined) return rule[0];
  return IPV6_GLOBAL_UNICAST.check(address, 'ipv6') ? null : 'reserved';
}

function subnets(family: 'ipv4' | 'ipv6', ...prefixes: string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const slash = prefix.indexOf('/');
    list.addSubnet(prefix.slice(0, slash), Number(prefix.slice(slash + 1)), family);
  }
  return list;
}
