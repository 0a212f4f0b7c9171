import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allJobs } from '../../lib/bundle/declared-jobs.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { stage } from '../../lib/stack/stages.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const DEPLOY_DOC_PATH = 'docs/deploy.md';

/** AWS keeps this much of an account's concurrency unreserved. */
const UNRESERVED_CONCURRENCY = 100;

/** Render docs/deploy.md with the quota of concurrent executions that the stage `production` needs. */
export function renderDeployDoc(): string {
  const document = readFileSync(join(import.meta.dirname, '../..', DEPLOY_DOC_PATH), 'utf8');
  return replaceGeneratedSection(document, renderQuota());
}

function renderQuota(): string {
  const { publishConcurrency, scheduleConcurrency, streamConcurrency, jobConcurrency } = stage('production', 3000, {
    alarmEmail: 'none',
  });
  const jobs = allJobs().filter(({ every }) => every !== undefined);
  const ofPlatforms = PLATFORMS.map((platform) => publishConcurrency[platform] ?? 0);
  const ofJobs = jobs.map(() => jobConcurrency ?? 0);
  const reserved = [...ofPlatforms, scheduleConcurrency ?? 0, streamConcurrency ?? 0, ...ofJobs].reduce(
    (sum, each) => sum + each,
    0,
  );
  const names = ['scheduleConcurrency', 'streamConcurrency', 'jobConcurrency'];
  const nothing = [
    `"publishConcurrency": {${PLATFORMS.map((platform) => `"${platform}": null`).join(', ')}}`,
    ...names.map((name) => `"${name}": null`),
  ].join(', ');
  return [
    `- For \`stage=production\`: ${reserved + UNRESERVED_CONCURRENCY} concurrent Lambda executions or more in the region,`,
    'because the publish functions, the function that schedules invoke, the stream worker and the scheduled jobs',
    `reserve ${reserved} of them and AWS keeps ${UNRESERVED_CONCURRENCY} unreserved. A new account may have 10.`,
    '`npm run preflight` compares the quota with what the stage reserves and prints the request for an increase.',
    `To reserve nothing until it is granted, put \`${nothing}\` into \`settings/production.json\`.`,
  ].join(' ');
}
