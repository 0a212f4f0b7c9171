import { BlockList, isIP } from 'node:net';

/**
 * Return whether an address is within one of the CIDR blocks (IPv4 or IPv6). Without blocks, every address is allowed.
 * An IPv4-mapped IPv6 address (`::ffff:…`) is treated as IPv4.
 */
export function isAllowed(address: string, blocks: readonly string[]): boolean {
  if (blocks.length === 0) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0) return false;
  const list = new BlockList();
  for (const block of blocks) {
    const [network, bits] = block.split('/') as [string, string | undefined];
    const type = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(network, Number(bits ?? (type === 'ipv6' ? 128 : 32)), type);
  }
  return list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
