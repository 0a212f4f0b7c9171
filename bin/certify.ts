import { parseArgs } from 'node:util';
import { AWS_CHECKS, accessToken, DEPLOYMENT_CHECK } from '../tools/certify/aws.ts';
import { runChecks, writeEvidence } from '../tools/certify/evidence.ts';
import { requestOperations, requestsOf } from '../tools/certify/routes.ts';
import { UsageError } from '../tools/cli/arguments.ts';
import { getStackOutputs } from '../tools/cli/stack.ts';

const USAGE = `Usage: CIS_CLIENT_ID=… CIS_CLIENT_SECRET=… npm run certify -- aws --stage production [--deploy] [--evidence FILE]
  --deploy    deploy the work tree to the stage under a request loop, too
  --evidence  the file of the results; default: evidence/aws-STAGE-TIME.json`;

try {
  const { subject, stage, deploys, evidence } = readArguments();
  const { CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret } = process.env;
  if (!client_id || !client_secret) throw new UsageError(`CIS_CLIENT_ID and CIS_CLIENT_SECRET are not set.\n${USAGE}`);
  const key = { client_id, client_secret };
  const { baseUrl } = await getStackOutputs(stage);
  const routes = requestsOf(await requestOperations(baseUrl), await accessToken(baseUrl, key));
  // The emulator has no delay.
  const policySeconds = process.env.AWS_ENDPOINT_URL ? 0 : 60;
  const checks = [...AWS_CHECKS, ...(deploys ? [DEPLOYMENT_CHECK] : [])];
  const results = await runChecks(checks, { stage, baseUrl, key, policySeconds, routes }, console.log);
  writeEvidence(evidence, { subject, stage, region: process.env.AWS_REGION ?? null }, results);
  console.log(`Evidence: ${evidence}`);
  process.exitCode = results.some(({ passed }) => passed === false) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { stage: { type: 'string' }, deploy: { type: 'boolean' }, evidence: { type: 'string' } },
    });
    const [subject, ...more] = positionals;
    if (subject !== 'aws' || more.length > 0 || !values.stage) throw new Error('Name what to certify, and its stage.');
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const evidence = values.evidence ?? `evidence/aws-${values.stage}-${time}.json`;
    return { subject, stage: values.stage, deploys: values.deploy ?? false, evidence };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}
