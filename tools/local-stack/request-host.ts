import type { IncomingMessage, ServerResponse } from 'node:http';

/** The names of this machine that no DNS server resolves for a browser. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Respond with 421 to a request whose `Host` is no loopback name with the port of this server. Returns whether it did. A
 * page whose name resolves to this machine (DNS rebinding) reads responses as its own, and sends its name. A request
 * without `Host`, which HTTP/1.0 permits, is from a program. `publicHost`: the host of a tunnel to this port.
 */
export function rejectOtherHost(request: IncomingMessage, response: ServerResponse, publicHost?: string): boolean {
  const host = request.headers.host?.toLowerCase();
  const hosts = LOOPBACK_NAMES.map((name) => withPort(name, request.socket.localPort));
  if (host === undefined || host === publicHost || hosts.includes(host)) return false;
  request.resume();
  const message = `This server is reached as ${hosts[0]}, not by another name.`;
  response.writeHead(421, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
  return true;
}

/** Return a host with its port, which browsers leave out where it is the default. */
function withPort(name: string, port: number | undefined): string {
  return port === 80 ? name : `${name}:${port}`;
}

/**
 * Return whether a browser sends a request for a page of another site. Only a browser sends `Sec-Fetch-Site`: requests
 * of programs do not have it.
 */
export function isForOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'none' && site !== 'same-origin';
}
