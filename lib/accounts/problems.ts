import { defineProblem } from '../core/problems/define-problem.ts';

export const platformAppMissing = /* @__PURE__ */ defineProblem({
  code: 'platform_app_missing',
  status: 409,
  title: 'App credentials missing',
  meaning: 'Neither the workspace nor the service has app credentials for the platform.',
  remedy:
    'Set your own credentials with `PUT /v1/platform-apps/{platform}`, or ask the operator to run `npm run ' +
    'platform -- set <platform>`.',
  extensions: { platform: 'twitter' },
});

export const publicUrlRequired = /* @__PURE__ */ defineProblem({
  code: 'public_url_required',
  status: 409,
  title: 'Public URL required',
  meaning: 'The platform redirects only to https URLs, and the local service has none.',
  remedy: 'Start the local service with `--public-url` and the https URL of a tunnel.',
  extensions: { platform: 'instagram' },
});

export const selectOnPage = /* @__PURE__ */ defineProblem({
  code: 'select_on_page',
  status: 409,
  title: 'Selection on the page only',
  meaning: 'Access was given in a browser without your dashboard session, so it may have been given by another person.',
  remedy:
    'Select the account on the selection page in that browser. To select it with a request, sign in to the ' +
    'dashboard, start a new connection, and open its `url` in the same browser.',
});
