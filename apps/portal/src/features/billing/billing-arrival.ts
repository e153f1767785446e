import type { ProviderReturn } from '../../lib/guard/search-parameters.ts'

let arrival: ProviderReturn = {}

/** How the user returns from the provider's page. Read from the URL before the page renders, then removed from it. */
export const billingArrival = {
  keep(next: ProviderReturn): void {
    arrival = next
  },
  read: (): ProviderReturn => arrival,
  forget(): void {
    arrival = {}
  },
}
