import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocument } from '../../lib/bundle/documents.ts';
import type { Sample } from '../../tools/clients/samples.ts';
import { type Document, type DocumentedServer, startDocumentedServer } from './documented-server.ts';
import { checkTypes, isInstalled, LANGUAGES, type Language, prepareLanguage, runProgram, SHELL } from './languages.ts';

// The samples of the rendered reference: one program per language has all of them, and a server compares each request
// with the document.

const samples = JSON.parse(readDocument('code-samples.json')) as Record<string, Sample[]>;
const document = JSON.parse(readDocument('openapi-client.json')) as Document;

const indented = (source: string) => source.replaceAll(/^(?=.)/gm, '  ');

/** The program of all samples of a language: each in a scope of its own. */
const PROGRAMS: Readonly<Record<string, (sources: string[]) => string>> = {
  typescript: (sources) => `import { Client } from 'content-intelligence';

const { BASE_URL = '' } = process.env;
const client = new Client({ baseUrl: BASE_URL, clientId: 'key', clientSecret: 'secret' });
${sources.map((source) => `{\n${indented(source)}\n}\n`).join('')}`,
  python: (sources) => `import os
from content_intelligence import Client

client = Client(os.environ["BASE_URL"], "key", "secret")
${sources.join('\n')}
`,
  go: (sources) => `package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	cis "github.com/content-intelligence/content-intelligence-service/clients/go"
)

var _ = time.UTC

func main() {
	ctx := context.Background()
	client, err := cis.NewClient(cis.Config{BaseURL: os.Getenv("BASE_URL"), ClientID: "key", ClientSecret: "secret"})
	if err != nil {
		log.Fatal(err)
	}
${sources.map((source) => `func() {\n${source}\n}()\n`).join('')}}
`,
  ruby: (sources) => `require "content_intelligence"

client = ContentIntelligence::Client.new(base_url: ENV["BASE_URL"], client_id: "key", client_secret: "secret")
${sources.join('\n')}
`,
  php: (sources) => `<?php
require 'vendor/autoload.php';

$client = new ContentIntelligence\\Client(getenv('BASE_URL'), 'key', 'secret');
${sources.join('\n')}
`,
  sh: (sources) => `TOKEN=token CLIENT_ID=key CLIENT_SECRET=secret
curl() { command curl -sf "$@" >/dev/null; }
${sources.join('\n')}
`,
};
const LABELS: Readonly<Record<string, string>> = {
  typescript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  ruby: 'Ruby',
  php: 'PHP',
  sh: 'curl',
};

describe('the samples of the reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-samples-'));
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const withLibrary = operations.filter((id) => id !== 'auth.token').sort();
  let server: DocumentedServer;

  beforeAll(async () => {
    server = await startDocumentedServer(document);
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('are those of every operation of clients, in every language', () => {
    const labels = Object.values(LABELS);
    const expected = operations.map((id) => [id, id === 'auth.token' ? ['curl'] : labels]);
    expect(
      Object.entries(samples)
        .map(([id, each]) => [id, each.map(({ label }) => label)])
        .sort(),
    ).toEqual(expected.sort());
  });

  describe.each([...LANGUAGES, SHELL].map((language): [string, Language] => [language.name, language]))(
    'in %s',
    (name, language) => {
      test.skipIf(!isInstalled(language))('send the documented request of each operation', async () => {
        const own = join(folder, name);
        if (name === 'sh') mkdirSync(own);
        else await prepareLanguage(language, own);
        const sources = Object.values(samples).flatMap((each) =>
          each.flatMap(({ label, source }) => (label === LABELS[name] ? source : [])),
        );
        const file = `samples.${language.extension}`;
        writeFileSync(join(own, file), PROGRAMS[name]!(sources));
        if (name === 'typescript') await checkTypes(own, file);
        await runProgram(language, { folder: own, file, env: { BASE_URL: `${server.origin}/${name}/v1` } });
        const requests = server.requestsOf(name).sort();
        expect(requests).toEqual([...withLibrary, 'auth.token'].sort());
      });
    },
  );
});
