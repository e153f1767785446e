/** How somebody comes back from a page of the provider: taken out of the address before the page shows, and told there. */
export interface BillingArrival {
  /** Why the provider's page did not open. */
  problem?: 'unavailable' | 'not-configured' | undefined
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
