import { expect, test } from 'vitest';
import { getStackOutputs } from '../../tools/cli/stack.ts';

test('after cdk destroy there is no stack, and the commands say what to do about it', async () => {
  await expect(getStackOutputs('local')).rejects.toThrow('Deploy it first: npx cdk deploy -c stage=local');
});
