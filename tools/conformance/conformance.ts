import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDocument } from '../../lib/bundle/documents.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { isForStageKeys } from '../../lib/core/api/define-operation.ts';
import { workspaceCommand } from '../cli/workspace-command.ts';
import type { ChildProcesses } from '../deploy-smoke-test/child-processes.ts';
import type { Credentials } from '../local-stack/demo.ts';
import { createFunctionClock } from '../local-stack/function-clock.ts';
import { startLocalService } from '../local-stack/local-service.ts';
import { installInVenv } from '../python/virtual-environment.ts';
import { findDeviations, findUnreached, findUnusedRules } from './deviations.ts';
import { newStageKeyOf } from './new-stage-key.ts';
import { readReport } from './report.ts';
import { createResources, type PathParameters } from './resources.ts';

const SCHEMATHESIS = 'schemathesis==4.32.5';
const SEED = '1';
const RESEND_WAIT_MS = 61_000;
/** More than the run sends in a minute. */
const REQUESTS_PER_MINUTE = '100000';

/**
 * Send the requests that Schemathesis derives from the OpenAPI document to the local service, and compare every
 * response with the document and with the table of what the document cannot express.
 *
 * Return the deviations, one line each. With `hasBounds`, the requests include those at the bounds of each field and
 * parameter, which together reach every operation and every rule of the table. `folder` holds the virtual environment, and
 * the data and the report of the last run.
 */
export async function runConformance(
  { run }: ChildProcesses,
  folder: string,
  hasBounds: boolean,
  print: (line: string) => void,
): Promise<string[]> {
  const venv = join(folder, 'conformance-venv', SCHEMATHESIS);
  const programs = await installInVenv(run, venv, SCHEMATHESIS, 'schemathesis');
  const runFolder = resolve(folder, 'conformance');
  rmSync(runFolder, { recursive: true, force: true });
  mkdirSync(runFolder, { recursive: true });
  const files = {
    document: join(runFolder, 'openapi.json'),
    config: join(runFolder, 'schemathesis.toml'),
    report: join(runFolder, 'report.ndjson'),
  };
  const clock = createFunctionClock();
  const service = await startLocalService({ port: 0, folder: runFolder, clock });
  try {
    const { credentials, signInUrl, baseUrl } = service;
    const { access_token: token, workspace_id: workspace } = await authenticate(credentials);
    await workspaceCommand(['limit', '--workspace', workspace, '--requests-per-minute', REQUESTS_PER_MINUTE], {
      folder: runFolder,
      print: () => {},
      warn: () => {},
    });
    const stageKey = await newStageKeyOf(runFolder);
    const { access_token: stageToken } = await authenticate(stageKey);
    const { parameters, values } = await createResources({ credentials, signInUrl }, stageKey);
    // An invitation can be sent again after a minute; without this, only slow runs would.
    clock.advance(RESEND_WAIT_MS);
    writeFileSync(files.document, currentDocument(values));
    writeFileSync(files.config, configuration(parameters, hasBounds, stageToken));
    const target = ['--url', baseUrl, '--header', `Authorization: Bearer ${token}`, '--seed', SEED];
    const output = ['--report', 'ndjson', '--report-ndjson-path', files.report];
    // It fails when it finds anything; the report says what, and whether the run is complete.
    await run(join(programs, 'schemathesis'), [
      ...['--config-file', files.config, '--no-color', 'run', files.document, ...target, ...output],
    ]).catch((error: Error) => writeFileSync(join(runFolder, 'output.txt'), error.message));
  } finally {
    await service.stop();
  }
  const report = readReport(files.report);
  if (!report.isComplete) throw new Error(`Schemathesis did not finish. See ${join(runFolder, 'output.txt')}.`);
  print(`${report.requests} requests; the report is ${files.report}`);
  const operations = allEndpoints().map(([, { method, path }]) => `${method} ${path.slice('/v1'.length)}`);
  if (!hasBounds) return findDeviations(report.failed);
  return [...findDeviations(report.failed), ...findUnusedRules(report.failed), ...findUnreached(operations, report)];
}

async function authenticate({ base_url, client_id, client_secret }: Credentials) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const exchange = await fetch(`${base_url}/auth/token`, { method: 'POST', body });
  const { access_token } = (await exchange.json()) as { access_token: string };
  const verified = await fetch(`${base_url}/auth/verify`, { headers: { authorization: `Bearer ${access_token}` } });
  const { workspace_id } = (await verified.json()) as { workspace_id: string };
  return { access_token, workspace_id };
}

/**
 * Return the OpenAPI document with examples that are valid now: times a day away, and ids that exist. Without the
 * headers that make a request depend on an earlier one: they have tests of their own.
 */
function currentDocument(values: Record<string, string>): string {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const replacements = {
    '2026-11-20T10:30:00+01:00': inDays(1),
    '2026-11-19T10:30:00+01:00': inDays(-1),
    ...values,
  };
  const text = Object.entries(replacements).reduce(
    (document, [example, value]) => document.replaceAll(example, value),
    readDocument('openapi.json'),
  );
  const isDependency = (value: unknown) => {
    const { $ref, name } = (value ?? {}) as { $ref?: string; name?: string };
    return /\/(Idempotency-?Key|If-?Match)$/i.test($ref ?? '') || /^(Idempotency-Key|If-Match)$/.test(name ?? '');
  };
  const document = JSON.parse(text, (key, value) => {
    // After it, no API key could approve, nor set another method.
    if (key === 'ApprovalMethod') return { ...value, enum: ['session'] };
    if (key === 'approval_method' && value?.examples) return { ...value, examples: ['session'] };
    return key === 'parameters' && Array.isArray(value) ? value.filter((each) => !isDependency(each)) : value;
  });
  return JSON.stringify(document);
}

/** Return the settings of the run, with the path parameters of each operation, and the token of what acts on the stage. */
function configuration(resources: Record<string, PathParameters>, hasBounds: boolean, stageToken: string): string {
  const all = readFileSync(join(import.meta.dirname, 'schemathesis.toml'), 'utf8');
  const settings = hasBounds ? all : all.replace('[phases.coverage]', '[phases.coverage]\nenabled = false');
  const operations = allEndpoints().map(([id, route]) => {
    const lines = Object.entries(resources[id] ?? {}).map(([name, value]) => `"path.${name}" = "${value}"`);
    const headers = isForStageKeys(route) ? `headers = { Authorization = "Bearer ${stageToken}" }\n` : '';
    return `\n[[operations]]\ninclude-operation-id = "${id}"\nparameters = { ${lines.join(', ')} }\n${headers}`;
  });
  return settings + operations.join('');
}
