import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { stage } from '../../lib/contract/stages.ts';
import { ensureTable } from '../../lib/local/dynamodb.ts';
import { startDynoxide } from '../../lib/local/dynoxide.ts';
import { serviceTable } from '../../lib/stack/service-table.ts';

/** The stack's own table, empty, in the embedded DynamoDB; the client of this process is told of it. */
export async function openEmbeddedTable(): Promise<{ stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-table-'));
  const stack = new Stack(new App({ analyticsReporting: false }), 'Table');
  serviceTable(stack, stage('local'));
  const found = Template.fromStack(stack).findResources('AWS::DynamoDB::GlobalTable');
  const [id, resource] = Object.entries(found)[0]!;
  const { endpoint, stop } = await startDynoxide(folder, () => {});
  const name = 'content-intelligence';
  await ensureTable(endpoint, {
    id,
    type: resource.Type,
    name,
    arn: `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`,
    properties: resource.Properties,
    metadata: {},
  });
  Object.assign(process.env, {
    TABLE_NAME: name,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  return {
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
