import { useEffect, useState } from 'react'
import { type BillingArrival, billingArrival } from './billing-arrival.ts'

/** How somebody came to this page; told for as long as they stay on it, and never again. */
export function useBillingArrival(): BillingArrival {
  const [arrival] = useState(billingArrival.read)
  useEffect(() => () => billingArrival.forget(), [])
  return arrival
}
