import { CloudFormationClient, DescribeStacksCommand, type Output } from '@aws-sdk/client-cloudformation';

/** The ARNs of the table and the KMS key of a deployment: a value of the setting `existingData`. */
export interface DeployedData {
  tableStreamArn: string;
  accountKeyArn: string;
}

/** Read the ARNs of the table and the key from the exports of the data stack. Throws when one is missing. */
export async function findDeployedData(endpoint: string): Promise<DeployedData> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new CloudFormationClient({ endpoint, region: 'us-east-1', credentials });
  try {
    const described = await client.send(new DescribeStacksCommand({ StackName: 'ContentIntelligenceData-local' }));
    const outputs = described.Stacks?.[0]?.Outputs ?? [];
    return {
      tableStreamArn: find(outputs, /GetAttTable\w*StreamArn/),
      accountKeyArn: find(outputs, /GetAttAccountKey\w*Arn/),
    };
  } finally {
    client.destroy();
  }
}

function find(outputs: Output[], name: RegExp): string {
  const value = outputs.find(({ ExportName }) => name.test(ExportName ?? ''))?.OutputValue;
  if (!value) throw new Error(`The data stack exports no ${name}.`);
  return value;
}
