import { expect, it } from 'vitest';
import { joinLabels, parseLabels } from '../../dashboard/src/content/label-names.ts';

it.each([[[]], [['Summer']], [['News, daily', 'Summer']], [['Summer', 'A "quoted" name', '"Quoted"', '"', 'a,"b"']]])(
  'reads the labels %j again that it has written',
  (names) => {
    expect(parseLabels(joinLabels(names))).toEqual(names);
  },
);

it('reads names between commas, each once whatever its case, without empty ones', () => {
  expect(parseLabels(' Summer, summer ,, Winter ,')).toEqual(['Summer', 'Winter']);
});

it('reads a quote that is not closed as a part of the name', () => {
  expect(parseLabels('"Summer, Winter')).toEqual(['"Summer', 'Winter']);
});
