/**
 * The session that this page was loaded with. It is kept in memory, because another tab or another application on this host may
 * change the cookies. See docs/product/sessions.md#several-tabs.
 */
export const pageSession: { accountId: string | undefined; xsrfToken: string | undefined } = {
  /** The account that the page shows. The API refuses a write for any other account. */
  accountId: undefined,
  /** From the API's latest answer to `/whoami`. */
  xsrfToken: undefined,
}
