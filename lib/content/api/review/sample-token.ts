/** The token in the examples: of the sample workspace, its draft and its review link. */
export const SAMPLE_REVIEW_TOKEN =
  '01K0000000000000000000000001K0000000000000000000000001K00000000000000000000000' +
  'sample-review000000000000000000000000000000';
