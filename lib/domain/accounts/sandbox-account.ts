// The domain's view of lib/platforms/sandbox, as platform.ts is that of lib/platforms.
export { isSandboxAccountId } from '../../platforms/sandbox/account-id.ts';
