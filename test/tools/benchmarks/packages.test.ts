import { expect, it } from 'vitest';
import { packagesIn } from '../../../tools/benchmarks/bundle/packages.ts';

it('names the packages of the sources in a bundle, nested and copied ones too', () => {
  const sources = [
    '../../lib/table/read.ts',
    '../../node_modules/@aws-sdk/core/dist-es/index.js',
    '../../node_modules/@middy/core/index.js',
    '../../node_modules/a/node_modules/punycode/punycode.js',
    '../../node_modules/.cache/bundles/0123abc.77/zod/v4/core.js',
  ];
  expect([...packagesIn(sources)]).toEqual(['@aws-sdk/core', '@middy/core', 'punycode', 'zod']);
});
