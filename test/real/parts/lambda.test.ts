import { globSync } from 'node:fs';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import { sampleId } from '../../../lib/core/api/define-samples.ts';
import { counterEntity } from '../../../lib/core/table/entities.ts';
import { toItem } from '../../../lib/core/table/schema.ts';
import { readEvent, type SampleEnvironment, startSampleEnvironment } from '../../../tools/local-stack/invoke-sample.ts';
import type { Resource } from '../../../tools/local-stack/template.ts';
import { invokeInLambdaRuntime } from '../../../tools/real/lambda-runtime.ts';
import { putItem } from '../../stack/access-requests.ts';

// Every bundle runs under AWS's own runtime parts, on its own sample event. The services that it calls are those of the
// local stack, and the platforms those of the simulator.

let environment: SampleEnvironment;
let functions: Map<string, Resource>;
const invoked = new Set<string>();

beforeAll(async () => {
  environment = await startSampleEnvironment();
  const resources = environment.template.ofType('AWS::Lambda::Function');
  functions = new Map(resources.map((resource) => [String(resource.metadata.Function ?? resource.id), resource]));
});

afterAll(() => environment?.stop());

/** The count of imports at work, as if those of the samples before had ended: no worker runs, and a workspace has two at a time. */
const NO_IMPORTS = marshall(
  toItem(counterEntity, { workspace_id: sampleId('workspace', 0), name: 'imports', working: 0 }),
);

async function invoke(name: string) {
  invoked.add(name);
  if (name.startsWith('imports/')) await putItem(environment.endpoints.AWS_ENDPOINT_URL_DYNAMODB!, NO_IMPORTS);
  const fn = functions.get(name);
  if (!fn) throw new Error(`There is no function ${name}.`);
  const { template, endpoints } = environment;
  const { payload, log } = await invokeInLambdaRuntime(fn, template, endpoints, readEvent(name));
  expect(payload ?? {}, log).not.toHaveProperty('errorType');
  return { payload: payload as Record<string, unknown> | null, log };
}

// The last one removes what others request.
const ENDPOINTS = allEndpoints()
  .map(([operation, { status }]): [string, number] => [operation.replace('.', '/'), status])
  .sort(([one], [other]) => Number(one === 'content/delete') - Number(other === 'content/delete'));

/** The functions behind the API that are no endpoints of its document. */
const OTHERS: [string, number][] = [
  ['mcp', 200],
  ['unmatched', 404],
];

describe('a function behind the API', () => {
  test.each([...ENDPOINTS, ...OTHERS])('%s responds with %i', async (name, status) => {
    const { payload, log } = await invoke(name);
    expect(payload?.statusCode, `${payload?.body}\n${log}`).toBe(status);
  });
});

describe('a function behind a queue, a stream or a schedule', () => {
  const workers = globSync('on-*{.json,/*.json}', { cwd: join(import.meta.dirname, '../../../events') });

  test.each(workers.sort())('takes the sample %s without a failed record', async (file) => {
    const { payload, log } = await invoke(file.replace(/\.json$/, ''));
    expect(payload?.batchItemFailures ?? [], log).toEqual([]);
  });
});

test('every function of the stack was invoked', () => {
  expect([...functions.keys()].filter((name) => !invoked.has(name))).toEqual([]);
});
