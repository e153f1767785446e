/** The ways out of the single page, in one place so that a test can stand in for them. */
export const browserNavigation = {
  /** Leaves for another address; Back returns to this page. */
  go(url: string): void {
    window.location.assign(url)
  },
  /** Leaves for another address in the place of this page. */
  replace(url: string): void {
    window.location.replace(url)
  },
  /** Opens another address in a tab of its own, which learns nothing of this one. */
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
