import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Certificates {
  generate: (
    attributes: { name: string; value: string }[],
    options: object,
  ) => Promise<{ private: string; cert: string }>;
}

/** A key and its self-signed certificate for `localhost`, in PEM. */
export interface Certificate {
  key: string;
  cert: string;
  /** The file of the certificate, for `NODE_EXTRA_CA_CERTS`. */
  file: string;
}

/** Create a certificate that is valid for a day, in `folder`. The package that makes it is one of the peers. */
export async function createCertificate(folder: string, peersFolder: string): Promise<Certificate> {
  const load = createRequire(join(peersFolder, 'package.json'));
  const { generate } = load('selfsigned') as Certificates;
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, made.cert);
  return { key: made.private, cert: made.cert, file };
}
