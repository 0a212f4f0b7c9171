/** What a request reads to compose a post: what it names, and what decides whether it may be published. */
export const POST_READS = [
  'Content',
  'ContentClaim',
  'LinkRules',
  'Account',
  'AccountRemoval',
  'AccountReservation',
  'DefaultAccount',
  'PublishLimit',
  'WorkspaceSettings',
  'MediaAsset',
  'Template',
  'TemplateName',
] as const;
