import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled, LANGUAGES, type Language, prepareLanguage, runProgram } from './languages.ts';
import { CERTIFICATE, startTransportServer, type TransportServer, type TransportVector } from './transport-server.ts';

// Where each library sends its credentials, what it makes of redirects, invalid arguments and broken connections, and what
// it says about them. Its program is `programs/transport.*`: it runs every vector and prints the outcome of each.

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, 'transport-vectors.json'), 'utf8'),
) as TransportVector[];

const folder = mkdtempSync(join(tmpdir(), 'client-transport-'));
/** What the program of each language has printed. */
const printed = new Map<string, { outcome: string; message: string; hooks: string }[]>();
let server: TransportServer;

beforeAll(async () => {
  server = await startTransportServer(vectors);
  await Promise.all(LANGUAGES.filter(isInstalled).map(runVectors));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function runVectors(language: Language): Promise<void> {
  const { name, extension } = language;
  const own = join(folder, name);
  await prepareLanguage(language, own);
  const sent = vectors.map(({ base_url = '{self}/v1', call = 'get', ...vector }, index) => {
    const places = server.placesOf(name, index);
    const baseUrl = filled(base_url, places);
    return { call, timeout: 20, ...vector, base_url: baseUrl };
  });
  writeFileSync(join(own, 'vectors.json'), JSON.stringify(sent));
  writeFileSync(join(own, 'file.bin'), 'the bytes of a file');
  const env = {
    VECTORS: join(own, 'vectors.json'),
    FILE: join(own, 'file.bin'),
    // The proxy is for hosts other than this machine. Node.js reads it only with the variable after it.
    http_proxy: server.proxy,
    HTTP_PROXY: server.proxy,
    no_proxy: '127.0.0.1,localhost',
    NO_PROXY: '127.0.0.1,localhost',
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
    SSL_CERT_FILE: CERTIFICATE,
  };
  const text = await runProgram(withCertificate(language), { folder: own, file: `transport.${extension}`, env });
  printed.set(name, JSON.parse(text));
}

/** PHP reads the certificates of a setting, the others those of the environment. */
function withCertificate(language: Language): Language {
  if (language.name !== 'php') return language;
  return {
    ...language,
    program: (own, file) => ({ args: ['php', '-d', `curl.cainfo=${CERTIFICATE}`, join(own, file)] }),
  };
}

/** Replace the placeholders of a text. */
function filled(text: string, places: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, place: string) => places[place]!);
}

const requestsOf = (language: string) => vectors.map((_, index) => server.arrivedFor(language, index));

describe.each(LANGUAGES)('the library in $name', (language) => {
  const { name } = language;
  const run = test.skipIf(!isInstalled(language));

  run('has the outcome of every vector', () => {
    const expected = vectors.map((vector) => [vector.name, vector.outcome]);
    expect(vectors.map((vector, index) => [vector.name, printed.get(name)![index]!.outcome])).toEqual(expected);
  });

  run('follows no redirect', () => {
    expect(vectors.filter((_, index) => requestsOf(name)[index]!.redirected > 0)).toEqual([]);
  });

  run('repeats only what may pass, and sends nothing with invalid arguments', () => {
    const expected = vectors.map((vector) => [vector.name, vector.requests]);
    const counts = requestsOf(name).map(({ requests }, index) => [vectors[index]!.name, requests]);
    expect(counts).toEqual(expected);
  });

  run('says in the text of an error what has happened, where, and what helps', () => {
    for (const [index, { message }] of vectors.entries()) {
      if (message === undefined) continue;
      const pattern = new RegExp(filled(message, server.placesOf(name, index)));
      expect(printed.get(name)![index]!.message).toMatch(pattern);
    }
  });

  run('reports each response with its headers, and each wait', () => {
    for (const [index, { hooks }] of vectors.entries()) {
      if (hooks !== undefined) expect(printed.get(name)![index]!.hooks).toBe(hooks);
    }
  });

  run('uses the proxy of the environment, except for hosts that it excludes', () => {
    const proxied = vectors.filter((_, index) => requestsOf(name)[index]!.isProxied);
    expect(proxied).toEqual(vectors.filter((vector) => vector.proxied));
  });
});
