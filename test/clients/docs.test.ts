import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useRunningService } from '../e2e/running-service.ts';
import { isInstalled, LANGUAGES, type Language, prepareLanguage, runProgram, SHELL } from './languages.ts';

// The blocks of docs/clients.md, one program per language, and the first post of each README, on the local service.

const ROOT = join(import.meta.dirname, '../..');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const GO_NAMES = 'context.Background, errors.As, fmt.Println, log.Fatal, http.Get, os.Getenv, time.Now, json.Marshal';
const GO_PACKAGES = ['context', 'encoding/json', 'errors', 'fmt', 'log', 'net/http', 'os', 'time'];
const GO_LIBRARY = 'github.com/content-intelligence/content-intelligence-service/clients/go';

/** The program around the blocks of a language: what they use of the webhook that has arrived, and imports of Go. */
const PROGRAMS: Readonly<Record<string, (blocks: string) => string>> = {
  typescript: (blocks) => `const body = process.env.BODY!;
const headers = JSON.parse(process.env.HEADERS!) as Record<string, string>;
const secret = process.env.SECRET!;
${blocks}`,
  python: (blocks) => `import json, os
body = os.environ["BODY"]
headers = json.loads(os.environ["HEADERS"])
secret = os.environ["SECRET"]
${blocks}`,
  go: (blocks) => `package main

import (
${GO_PACKAGES.map((name) => `	"${name}"\n`).join('')}
	cis "${GO_LIBRARY}"
)

var _ = []any{${GO_NAMES}}

func main() {
	ctx, secret, body, header := context.Background(), os.Getenv("SECRET"), []byte(os.Getenv("BODY")), http.Header{}
	values := map[string]string{}
	_ = json.Unmarshal([]byte(os.Getenv("HEADERS")), &values)
	for name, value := range values {
		header.Set(name, value)
	}
${blocks}}
`,
  ruby: (blocks) => `require "json"
body, headers, secret = ENV["BODY"], JSON.parse(ENV["HEADERS"]), ENV["SECRET"]
${blocks}`,
  php: (blocks) => `<?php
require 'vendor/autoload.php';
[$body, $headers, $secret] = [getenv('BODY'), json_decode(getenv('HEADERS'), true), getenv('SECRET')];
${blocks}`,
  sh: (blocks) => `body=$BODY; secret=$SECRET; id=$ID; timestamp=$TIMESTAMP; signatures=$SIGNATURES
${blocks}`,
};

/** How the blocks of a language begin. */
const FENCES: Readonly<Record<string, string>> = { typescript: 'ts' };

function blocksOf(document: string, language: Language): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const fence = FENCES[language.name] ?? language.name;
  return [...text.matchAll(new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block]) => block!);
}

/** The webhook that the blocks receive, as the variables of the environment. */
function webhookEnvironment(): Record<string, string> {
  const event = JSON.parse(readFileSync(join(ROOT, 'events/payloads/content.published.json'), 'utf8')) as {
    id: string;
  };
  const body = JSON.stringify(event);
  const now = new Date();
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = new Webhook(SECRET).sign(event.id, now, body);
  const headers = { 'webhook-id': event.id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return {
    BODY: body,
    SECRET,
    HEADERS: JSON.stringify(headers),
    ID: event.id,
    TIMESTAMP: timestamp,
    SIGNATURES: signature,
  };
}

describe('the documentation of the libraries', () => {
  const { service, api } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'client-docs-'));
  const env: Record<string, string> = {};

  beforeAll(async () => {
    // Each language publishes the posts of the documentation.
    await api('PUT', '/workspace', { duplicate_guard_hours: 0 });
    const { client_id, client_secret } = service.credentials;
    Object.assign(env, {
      CIS_BASE_URL: service.baseUrl,
      CIS_CLIENT_ID: client_id,
      CIS_CLIENT_SECRET: client_secret,
      WEBHOOK_SECRET: SECRET,
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Delete the endpoints that the blocks of another language have created: each has the same URL. */
  async function deleteEndpoints(): Promise<void> {
    const { webhooks } = JSON.parse((await api('GET', '/webhooks')).text) as { webhooks: { id: string }[] };
    for (const { id } of webhooks) {
      expect((await api('DELETE', `/webhooks/${id}`)).status).toBe(200);
    }
  }

  test('begins with creating a client, and ends with tests and figures', () => {
    const titles = [...readFileSync(join(ROOT, 'docs/clients.md'), 'utf8').matchAll(/^## (.*)$/gm)].map(
      ([, title]) => title,
    );
    expect([titles[0], titles.at(-1)]).toEqual(['Create a client', 'Tests and figures']);
  });

  test('has one block per task and language', () => {
    const tasks = readFileSync(join(ROOT, 'docs/clients.md'), 'utf8').split('\n## ').length - 1 - 3;
    const counts = [...LANGUAGES, SHELL].map((language) => [
      language.name,
      blocksOf('docs/clients.md', language).length,
    ]);
    expect(counts).toEqual([...LANGUAGES, SHELL].map(({ name }) => [name, tasks]));
  });

  describe.each([...LANGUAGES, SHELL].map((language) => [language.name, language] as const))(
    'in %s',
    (name, language) => {
      const own = join(folder, name);
      const run = async (text: string) => {
        // Each in its folder: `go run` reads one program per folder.
        const file = `docs.${language.extension}`;
        writeFileSync(join(own, file), text);
        return runProgram(language, { folder: own, file, env: { ...env, ...webhookEnvironment() } });
      };

      beforeAll(async () => {
        if (!isInstalled(language)) return;
        if (name === 'sh') mkdirSync(own);
        else await prepareLanguage(language, own);
        copyFileSync(join(ROOT, 'test/media/samples/hopper.jpg'), join(own, 'summer.jpg'));
      });

      test.skipIf(!isInstalled(language))('works, block after block', async () => {
        await deleteEndpoints();
        const printed = await run(PROGRAMS[name]!(blocksOf('docs/clients.md', language).join('\n')));
        expect(printed).toContain(name === 'sh' ? 'verified' : 'evt_');
        expect(printed).toContain('not_found');
        expect(printed).toContain('own secret');
      });

      test.skipIf(!isInstalled(language) || name === 'sh')('publishes the first post of its README', async () => {
        const [block] = blocksOf(`clients/${name}/README.md`, language);
        expect(await run(block!)).toMatch(/published[\s\S]*https:\/\/bsky\.app\//);
      });
    },
  );
});
