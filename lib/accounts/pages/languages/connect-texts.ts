import type { ConnectErrorCode, ConnectErrorText, LinkErrorCode } from '../../rules/connect/connect-errors.ts';

/**
 * The texts of the pages of connections in one language. A name in braces stands for a value: `who` for the workspace, and the
 * member who asks, `person` for whom the page is, `place` for where a link leads.
 */
export interface ConnectTexts {
  start: string;
  asks: string;
  /** When to close the page, by who has requested the connection: a member, or a product, perhaps for a person. */
  warnings: { member: string; person: string; product: string };
  continue: string;
  consent: string;
  select: string;
  choice: string;
  connected: string;
  publishes: string;
  close: string;
  back: string;
  app: string;
  account: string;
  application: string;
  requester: string;
  code: string;
  errors: Record<ConnectErrorCode | LinkErrorCode, ConnectErrorText>;
}
