/**
 * The script that renders the documentation page: Redoc, under the MIT license. `@redocly/cli`, which lints the OpenAPI
 * document, contains it as one file. jsDelivr serves the files of npm packages. The browser runs the script only if it
 * has this hash; a test compares both constants with the installed package.
 */
export const DOCS_SCRIPT = {
  url: 'https://cdn.jsdelivr.net/npm/@redocly/cli@2.77.0/lib/chunks/redoc.standalone.js',
  integrity: 'sha384-j07qRKHNNmcwU1/Y1elJc7pDLHXP/QfbQXTtSkbOJ7uYGJikqAzsFVbY2zR9FqOT',
} as const;
