import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorIndexEntity } from '../../lib/app/table/entities.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { deleteMemberWrites } from '../../lib/identity/store/members.ts';
import { printSignInLinks } from '../../tools/cli/sign-in-links.ts';
import { workspaceCommand } from '../../tools/cli/workspace-command.ts';
import { advanceTime, setupApi } from '../functions/api-harness.ts';
import { newPasskey } from '../functions/passkey-requests.ts';
import { cookieIn, exchange, freshEmail, newPerson } from '../functions/sign-ins.ts';

const table = setupApi();
const MINUTE = 60_000;
const ORIGIN = 'https://dashboard.example.com';

/** The tokens of the links that the command prints. */
async function printedTokens(email: string): Promise<string[]> {
  const text = (await printSignInLinks(email, ORIGIN, Date.now())).join('\n');
  return [...text.matchAll(/https:\/\/dashboard\.example\.com\/app\/#\/sign-in\?token=(\S+)/g)].map(
    ([, token]) => token!,
  );
}

describe('a sign-in link that an operator prints', () => {
  it('signs its member in once, whatever the case of the address, and the member can add a passkey', async () => {
    const { member, email } = await newPerson();
    const [token] = await printedTokens(email.toUpperCase());
    const answer = await exchange(token!);
    expect([answer.status, answer.json.user_id]).toEqual([201, member.id]);
    expect((await exchange(token!)).json.code).toBe('sign_in_link_expired');
    expect((await newPasskey(cookieIn(answer))).id).toMatch(/^psk_/);
  });

  it('is valid for 15 minutes', async () => {
    const { email } = await newPerson();
    const [late] = await printedTokens(email);
    advanceTime(15 * MINUTE - 1);
    const [inTime] = await printedTokens(email);
    advanceTime(1);
    expect((await exchange(late!)).status).toBe(404);
    advanceTime(15 * MINUTE - 2);
    expect((await exchange(inTime!)).status).toBe(201);
  });

  it('ends with the use of another link of the member', async () => {
    const { email } = await newPerson();
    const [first] = await printedTokens(email);
    const [second] = await printedTokens(email);
    expect([(await exchange(second!)).status, (await exchange(first!)).status]).toEqual([201, 404]);
  });

  it('is one for each workspace of the address', async () => {
    const { email, tenant } = await newPerson();
    const other = await newPerson(email);
    const lines = await printSignInLinks(email, ORIGIN, Date.now());
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toContain(`${tenant.workspace.id} (${tenant.workspace.name})`);
    expect(lines.join('\n')).toContain(other.tenant.workspace.id);
  });

  it('is stored by the hash of its token', async () => {
    const [token] = await printedTokens((await newPerson()).email);
    expect(JSON.stringify(table.items())).not.toContain(token);
  });

  it('is not created for the email address of no member, and nothing is stored', async () => {
    const { email, member } = await newPerson();
    await commit(deleteMemberWrites(member));
    const before = table.items();
    await expect(printedTokens(email)).rejects.toThrow(
      `No workspace of this stage has a member with the email address ${email}.`,
    );
    expect(table.items()).toEqual(before);
  });
});

describe('the workspace command with --stage', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const { TABLE_NAME = '', ENCRYPTION_ARN = '' } = process.env;
  afterAll(() => cloudFormation.restore());
  // The first workspace of a table looks through all of it, which this table rejects.
  beforeEach(() => table.insert(toItem(operatorIndexEntity, { completed_at: new Date().toISOString() })));

  const run = (...args: string[]) =>
    workspaceCommand([...args, '--stage', 'development'], {
      folder: 'none',
      print: () => undefined,
      warn: () => undefined,
    });
  const create = (email: string) => run('create', '--name', 'Acme', '--plan', 'standard', '--email', email);
  const tokenIn = (text: string) =>
    /^sign-in link {3}https:\/\/d1\.cloudfront\.net\/app\/#\/sign-in\?token=(\S+)$/m.exec(text)?.[1];

  /** Deploy a stage with these outputs. */
  function deploy(more: Record<string, string>): void {
    const names = { BaseUrl: 'https://api.example.com/v1', TableName: TABLE_NAME, EncryptionKeyArn: ENCRYPTION_ARN };
    const Outputs = Object.entries({ ...names, ...more }).map(([OutputKey, OutputValue]) => ({
      OutputKey,
      OutputValue,
    }));
    const stack = { StackName: 'any', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE' as const, Outputs };
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
  }

  it('prints links to the dashboard of the stage, to a new owner and later', async () => {
    deploy({ DashboardUrl: 'https://d1.cloudfront.net/app/' });
    const email = freshEmail();
    const created = tokenIn(await create(email));
    expect((await exchange(created!)).status).toBe(201);
    const later = tokenIn(await run('sign-in-link', '--email', email));
    expect((await exchange(later!)).status).toBe(201);
  });

  it('creates a workspace without a link where the stage has no dashboard, says why, and stores no link', async () => {
    deploy({});
    const email = freshEmail();
    const text = await create(email);
    expect(text).not.toContain('sign-in link');
    expect(text).toContain('This stage has no dashboard ("dashboard": false), so members cannot sign in.');
    await expect(run('sign-in-link', '--email', email)).rejects.toThrow('This stage has no dashboard');
    expect(table.items().filter(({ entity }) => entity === 'SignInLink')).toEqual([]);
  });
});
