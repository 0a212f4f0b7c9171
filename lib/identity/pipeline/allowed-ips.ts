import { BlockList, isIP } from 'node:net';

const IPV4_MAPPED = new BlockList();
IPV4_MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Return whether an IP address is within one of the CIDR blocks (IPv4 or IPv6). Without blocks, all are allowed.
 * An IPv4-mapped IPv6 address (`::ffff:…`) is treated as IPv4. A block only ever matches addresses of its own family:
 * `::/0` allows no IPv4 caller.
 */
export function isAllowed(address: string, blocks: readonly string[]): boolean {
  if (blocks.length === 0) return true;
  if (isIP(address) === 0) return false;
  const type = familyOf(address);
  const callerFamily = type === 'ipv6' && !IPV4_MAPPED.check(address, 'ipv6') ? 'ipv6' : 'ipv4';
  // A BlockList on its own matches IPv4 addresses in their IPv4-mapped form with IPv6 blocks.
  const list = new BlockList();
  for (const block of blocks) {
    const [network, bits] = block.split('/') as [string, string | undefined];
    const family = familyOf(network);
    if (family === callerFamily) list.addSubnet(network, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list.check(address, type);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
