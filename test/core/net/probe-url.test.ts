import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probeUrl } from '../../../lib/core/net/probe-url.ts';
import { selfSigned } from '../../platforms/certificate.ts';

const certificate = selfSigned();
const trusted = getCACertificates('default');
const server = createServer(certificate, (_, response) => response.writeHead(503).end('busy'));
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  setDefaultCACertificates(trusted);
  server.close();
});

it('fails with the error of a certificate that is not valid', async () => {
  await expect(probeUrl(url, 5_000)).rejects.toThrow('self-signed certificate');
});

it('returns the status and the end of the certificate, also of the second connection to a host', async () => {
  setDefaultCACertificates([...trusted, certificate.cert]);
  const probe = { status: 503, certificateEndsMs: Date.parse('2099-12-31T23:59:59.000Z') };
  expect(await probeUrl(url, 5_000)).toEqual(probe);
  expect(await probeUrl(url, 5_000)).toEqual(probe);
});
