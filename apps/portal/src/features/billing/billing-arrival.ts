/** How the user returns from the provider's page. Read from the URL before the page renders, then removed from it. */
export interface BillingArrival {
  /** Why the page of the billing provider did not open. */
  problem?: 'unavailable' | 'not-configured' | 'too-many' | 'failed' | undefined
  checkout?: 'done' | undefined
}

let arrival: BillingArrival = {}

export const billingArrival = {
  keep(next: BillingArrival): void {
    arrival = next
  },
  read: (): BillingArrival => arrival,
  forget(): void {
    arrival = {}
  },
}
