/** Tests of earlier releases that fail on the current tables, with the reason why users of that release don't notice. */
export const expectedFailures: readonly { test: string; reason: string }[] = [
  {
    test: 'http/openapi.test.ts: GET /docs serves an API reference page',
    reason: 'The package of that page is no longer installed.',
  },
  {
    test: 'security/injection.test.ts: every text field has a valid sample value',
    reason: 'It reads no tables, and fails with the packages that are installed now.',
  },
  {
    test: 'cli-sign-in-races.test.ts: A tool that is being approved is signed out when staff suspend the account',
    reason: 'It uses a call that its release does not have, and fails on the tables of that release too.',
  },
  {
    test: 'workspace-routes.test.ts: workspaces.list returns every workspace once, in one reply or in pages',
    reason: 'It also fails on the tables of its own release.',
  },
]
