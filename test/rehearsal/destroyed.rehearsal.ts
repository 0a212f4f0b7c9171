import { expect, test } from 'vitest';
import { outputsOf } from '../../lib/operations/stack.ts';

test('after cdk destroy there is no stack, and the commands say what to do about it', async () => {
  await expect(outputsOf('local')).rejects.toThrow('Deploy it first: npx cdk deploy -c stage=local');
});
