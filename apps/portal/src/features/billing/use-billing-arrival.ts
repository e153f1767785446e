import { useEffect, useState } from 'react'
import { type BillingArrival, billingArrival } from './billing-arrival.ts'

/** Returns how the user arrived, and forgets it when they leave the page. */
export function useBillingArrival(): BillingArrival {
  const [arrival] = useState(billingArrival.read)
  useEffect(() => () => billingArrival.forget(), [])
  return arrival
}
