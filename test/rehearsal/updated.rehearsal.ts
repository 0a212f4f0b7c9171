import { expect, test } from 'vitest';
import { given, resourceOf } from './deployment.ts';

test('a setting changed at deployment reaches the functions', async () => {
  const name = await resourceOf('AWS::Lambda::Function', 'OnPublishDueTwitter');
  const url = `${given('AWS_ENDPOINT_URL')}/2015-03-31/functions/${name}/configuration`;
  const configuration = (await (await fetch(url)).json()) as {
    Environment: { Variables: { SETTINGS: string } };
  };
  const settings = JSON.parse(configuration.Environment.Variables.SETTINGS);
  expect(settings.latenessLimitSeconds).toBe(3_600);
});
