import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

// biome-ignore format: one range per row
const PREFIXES = {
  // IANA IPv4 special-purpose registry, without the few blocks that are globally reachable.
  ipv4: {
    loopback: ['127.0.0.0/8'],
    // Linux connects 0.0.0.0 to the local machine, so it is blocked even where loopback is allowed.
    unspecified: ['0.0.0.0/8'],
    private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
    shared: ['100.64.0.0/10'],
    link_local: ['169.254.0.0/16'],
    documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
    benchmarking: ['198.18.0.0/15'],
    multicast: ['224.0.0.0/4'],
    // Protocol assignments, the former 6to4 relays, and the former class E with the broadcast address.
    reserved: ['192.0.0.0/24', '192.88.99.0/24', '240.0.0.0/4'],
  },
  // IPv6 exceptions; the first match is the range.
  ipv6: {
    loopback: ['::1/128'],
    unspecified: ['::/128'],
    // IPv4-compatible, IPv4-mapped, IPv4-translated, NAT64, NAT64 for local use, Teredo, 6to4.
    embedded_ipv4: ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
    private: ['fc00::/7', 'fec0::/10'],
    link_local: ['fe80::/10'],
    multicast: ['ff00::/8'],
    documentation: ['2001:db8::/32', '3fff::/20'],
    reserved: ['2001::/23'],
  },
} as const;

/** A range of addresses that are not public unicast. `invalid` is a string that is not an IP address. */
export type SpecialUseRange = keyof typeof PREFIXES.ipv4 | keyof typeof PREFIXES.ipv6 | 'invalid';

// Separate by family, because a BlockList with ::ffff:0:0/96 matches every IPv4 address too.
const RULES = { ipv4: toRules('ipv4'), ipv6: toRules('ipv6') };
const IPV6_GLOBAL_UNICAST = toBlockList('ipv6', ['2000::/3']);

/** Return the special-use range of `ip` (IPv4 or IPv6 text), or null for public unicast. */
export function specialUseRange(ip: string): SpecialUseRange | null {
  const version = isIP(ip);
  if (version === 0) return 'invalid';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  // A zone index (fe80::1%eth0) names an interface and does not affect the range; BlockList rejects it.
  const address = ip.replace(/%.*$/, '');
  const rule = RULES[family].find(([, list]) => list.check(address, family));
  if (rule !== undefined) return rule[0];
  return version === 4 || IPV6_GLOBAL_UNICAST.check(address, 'ipv6') ? null : 'reserved';
}

function toRules(family: Family): [SpecialUseRange, BlockList][] {
  return Object.entries(PREFIXES[family]).map(([range, prefixes]) => [
    range as SpecialUseRange,
    toBlockList(family, prefixes),
  ]);
}

function toBlockList(family: Family, prefixes: readonly string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [network, bits] = prefix.split('/');
    list.addSubnet(network!, Number(bits), family);
  }
  return list;
}
