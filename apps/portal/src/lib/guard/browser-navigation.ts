/** Browser navigations that leave the app, in one object that tests can replace. */
export const browserNavigation = {
  /** Navigates to another URL. Back returns to this page. */
  go(url: string): void {
    window.location.assign(url)
  },
  /** Navigates to another URL and replaces this page in the history. */
  replace(url: string): void {
    window.location.replace(url)
  },
  /** Opens a URL in a new tab without an opener or referrer. */
  openTab(url: string): void {
    window.open(url, '_blank', 'noopener,noreferrer')
  },
  print(): void {
    window.print()
  },
  reload(): void {
    window.location.reload()
  },
}
