export { isSandboxAccountId } from '../../platforms/sandbox/account-id.ts';
