/** The token in the examples: of the sample workspace, its owner and its calendar feed. */
export const SAMPLE_FEED_TOKEN =
  '01K0000000000000000000000001K0000000000000000000000001K00000000000000000000000' +
  'sample-calendar0000000000000000000000000000';
