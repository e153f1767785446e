import type { BrowserContext } from '@playwright/test'

export const personUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Makes the browser look like a user's, because the analytics library ignores automated browsers. */
export async function beLikePerson(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false })
    // The headless shell reports its own name here, regardless of the user agent.
    Object.defineProperty(navigator, 'userAgentData', { get: () => undefined })
  })
}
