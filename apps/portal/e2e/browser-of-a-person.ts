import type { BrowserContext } from '@playwright/test'

export const personUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** The analytics library tells nothing of browsers that are driven by a program; this one looks like a person's. */
export async function beLikePerson(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false })
  })
}
