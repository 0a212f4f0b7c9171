import { CloudFormationClient, ListStacksCommand } from '@aws-sdk/client-cloudformation';
import { expect, test } from 'vitest';
import { getStackOutputs } from '../../tools/cli/stack.ts';

test('after cdk destroy the commands report that the stack is missing and how to deploy it', async () => {
  await expect(getStackOutputs('local')).rejects.toThrow('Deploy it first: npx cdk deploy --all -c stage=local');
});

test('after cdk destroy neither the data stack nor the service stack exists', async () => {
  const { StackSummaries = [] } = await new CloudFormationClient({}).send(new ListStacksCommand({}));
  const remaining = StackSummaries.filter(
    ({ StackName, StackStatus }) => StackName?.startsWith('ContentIntelligence') && StackStatus !== 'DELETE_COMPLETE',
  );
  expect(remaining).toEqual([]);
});
