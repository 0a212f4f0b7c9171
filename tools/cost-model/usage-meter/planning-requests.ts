import { calendarFeeds, calendarFeedToken } from './fixtures/feeds.ts';
import { elevenImports, importId } from './fixtures/imports.ts';
import { labelId, manyLabels } from './fixtures/labels.ts';
import { manyTemplates, templateId } from './fixtures/templates.ts';
import type { MeteredStack } from './metered-stack.ts';
import type { RequestKind } from './requests.ts';

const SNIPPET = { text: '{{product}} is here. {{url}}', variables: { url: 'https://example.com' } };

/** The endpoints of planning whose names must differ from request to request, and a calendar feed. */
// biome-ignore format: one row per line is what makes it a table.
export const PLANNING_REQUESTS: RequestKind[] = [
  { name: 'calendar feed', operation: 'calendar-feeds.show', needs: { scheduled: 11 }, seed: calendarFeeds, call: (tenant, index) => ({ method: 'GET', path: `/v1/calendar.ics?token=${calendarFeedToken(tenant, index)}`, anonymous: true }) },
  { name: 'create an export', operation: 'exports.create', status: 202, neededMs: 25_000, prepare: finishSteps, call: () => ({ method: 'POST', path: '/v1/exports', body: { kind: 'content', format: 'csv' } }) },
  { name: 'create an import', operation: 'imports.create', status: 202, neededMs: 25_000, prepare: finishSteps, call: () => ({ method: 'POST', path: '/v1/imports', body: { format: 'csv', content: 'text,platforms\nOne,twitter\nTwo,twitter\n', dry_run: true } }) },
  { name: 'run an import', operation: 'imports.run', status: 202, neededMs: 25_000, prepare: finishSteps, seed: elevenImports, call: (_, index) => ({ method: 'POST', path: `/v1/imports/${importId(index)}/run` }) },
  { name: 'undo an import', operation: 'imports.undo', status: 202, neededMs: 25_000, prepare: finishSteps, seed: elevenImports, call: (_, index) => ({ method: 'POST', path: `/v1/imports/${importId(index)}/undo` }) },
  { name: 'correct an import', operation: 'imports.update', neededMs: 25_000, prepare: finishSteps, seed: elevenImports, call: (_, index) => ({ method: 'PUT', path: `/v1/imports/${importId(index)}`, body: { defaults: {} } }) },
  { name: 'rename a label', operation: 'labels.update', seed: manyLabels, call: (_, index) => ({ method: 'PUT', path: `/v1/labels/${labelId(index)}`, body: { name: `Company news ${index}` } }) },
  { name: 'create a queue', operation: 'queues.create', status: 201, call: (_, index) => ({ method: 'POST', path: '/v1/queues', body: { name: `queue-${index}`, slots: [{ weekday: 'monday', time: '09:00' }] } }) },
  { name: 'create a template', operation: 'templates.create', status: 201, call: (_, index) => ({ method: 'POST', path: '/v1/templates', body: { name: `Launch ${index}`, kind: 'snippet', ...SNIPPET } }) },
  { name: 'update a template', operation: 'templates.update', seed: manyTemplates, call: (_, index) => ({ method: 'PUT', path: `/v1/templates/${templateId(index)}`, body: { name: `Launch ${index}` } }) },
];

/** Let the stream worker end the exports and imports of earlier requests: two of a workspace can be in progress. */
async function finishSteps(stack: MeteredStack): Promise<string> {
  while ((await stack.consumeStream()).length > 0);
  return '';
}
