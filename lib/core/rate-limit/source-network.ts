const IPV6_NETWORK_GROUPS = 4;

/**
 * Return the network that requests without a known caller are counted for: an IPv4 address, or the /64 network of an
 * IPv6 address, because one client has all addresses of it. Anything else is `unknown`.
 */
export function sourceNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return /^[\d.]+$/.test(plain) ? plain : 'unknown';
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros: string[] = Array(8 - head.length - tail.length).fill('0');
  const network = [...head, ...zeros, ...tail].slice(0, IPV6_NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
