import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveConsent } from '../../tools/simulator/give-consent.ts';
import { listPosts } from '../e2e/assertions.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { runWorkspace } from '../tools/cli/run-workspace.ts';
import { isInstalled, LANGUAGES, type Language, prepareLanguage } from './languages.ts';

// The programs of docs/build.md, `programs/product.*`, with a stage key on the local service.

/** Endpoints of the stage are in effect within a minute. */
const IN_EFFECT_MS = 61_000;
/** Usage of the day is summed within this time. */
const SUMMED_MS = 70 * 60_000;

const customerOf = ({ name }: Language) => `customer of ${name}`;

describe('the program of docs/build.md', () => {
  const { service, clock, folder: serviceFolder } = useRunningService({ settings: { countsUsage: true } });
  const folder = mkdtempSync(join(tmpdir(), 'client-products-'));
  const installed = LANGUAGES.filter(isInstalled);
  const printed = new Map<string, { published: unknown; billed: unknown }>();
  let key: { base_url: string; client_id: string; client_secret: string };

  beforeAll(async () => {
    const { stdout } = await runWorkspace(serviceFolder, 'stage-key', '--name', 'Product', '--json');
    key = JSON.parse(stdout);
    for (const language of installed) await prepareLanguage(language, join(folder, language.name));
    let waiting = installed.length;
    const areInEffect = Promise.withResolvers<void>();
    // All at the same time: the libraries reject events that are more than five minutes older or newer than their clock.
    const published = await Promise.all(
      installed.map((language) =>
        runAsCustomer(language, [], async (url) => {
          waiting -= 1;
          if (waiting === 0) {
            clock.advance(IN_EFFECT_MS);
            areInEffect.resolve();
          }
          await areInEffect.promise;
          const { url: callback, cookie } = await giveConsent(url);
          expect((await fetch(callback, { headers: { cookie } })).status).toBe(200);
        }),
      ),
    );
    clock.advance(SUMMED_MS);
    await service.invoke('on-sweep-due', {});
    for (const [index, language] of installed.entries()) {
      const billed = await runAsCustomer(language, ['bill']);
      printed.set(language.name, { published: published[index], billed });
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(LANGUAGES)('in $name', (language) => {
    const run = test.skipIf(!isInstalled(language));

    test('has at most 60 lines of code', () => {
      const program = readFileSync(join(import.meta.dirname, `programs/product.${language.extension}`), 'utf8');
      const code = program.split('\n').filter((line) => !/^\s*($|\/\/|#)/.test(line));
      expect(code.length).toBeLessThanOrEqual(60);
    });

    run('creates a customer, connects an account, publishes, and receives the event', () => {
      expect(printed.get(language.name)?.published).toEqual({
        connected: 'connected',
        published: 'published',
        received: 'content.published',
        of: customerOf(language),
      });
    });

    run('bills the post, and deletes the customer', () => {
      expect(printed.get(language.name)?.billed).toEqual({ bill: 1, deleted: customerOf(language) });
    });
  });

  test('makes one post for each customer', async () => {
    expect(await listPosts(service.url)).toHaveLength(installed.length);
  });

  /** Run a program. `consent` is called with the URL that it prints first. Returns what it prints at its end. */
  async function runAsCustomer(
    language: Language,
    steps: string[],
    consent?: (url: string) => Promise<void>,
  ): Promise<unknown> {
    const own = join(folder, language.name);
    const { args, env = {} } = language.program(own, `product.${language.extension}`);
    const [command, ...rest] = args;
    const program = spawn(command, [...rest, ...steps], {
      cwd: own,
      env: {
        ...process.env,
        ...env,
        CIS_BASE_URL: key.base_url,
        CIS_CLIENT_ID: key.client_id,
        CIS_CLIENT_SECRET: key.client_secret,
        CUSTOMER: customerOf(language),
        RECEIVER: `${service.url}/_inbox/product-${language.name}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const errors: Buffer[] = [];
    program.stderr.on('data', (chunk) => errors.push(chunk));
    let last = '';
    for await (const line of createInterface(program.stdout)) {
      if (last === '') await consent?.(line);
      last = line;
    }
    expect(last, String(Buffer.concat(errors))).toMatch(/^\{/);
    return JSON.parse(last);
  }
});
