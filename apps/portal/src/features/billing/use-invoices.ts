import type { BillingOverview, Invoice } from '@portal/contract/billing/billing'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { invoicesQuery, overviewQuery, subscriptionQuery } from './billing-queries.ts'
import { invoiceName } from './invoice-rules.ts'

/**
 * The invoices of a user, who pays them in another tab. Shows a toast for each invoice that has been paid since it was loaded, and
 * reloads the invoices when the API learns of a payment. See docs/product/billing.md#payments.
 */
export function useInvoices(userId: string, overview: BillingOverview | undefined) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...invoicesQuery(userId), enabled: overview?.isConfigured === true })
  const invoices = query.data?.invoices

  const payable = useRef(new Set<string>())
  const reportPayments = useEffectEvent((loaded: readonly Invoice[]) => {
    const paid = loaded.filter(({ id, status }) => status === 'paid' && payable.current.has(id))
    payable.current = new Set(loaded.filter(({ paymentUrl }) => paymentUrl !== null).map(({ id }) => id))
    if (paid.length === 0) return
    for (const invoice of paid) showToast(`Invoice ${invoiceName(invoice)} paid`, { tone: 'success' })
    for (const { queryKey } of [overviewQuery(userId), subscriptionQuery(userId)])
      void queryClient.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    if (invoices) reportPayments(invoices)
  }, [invoices])

  const unpaidSince = overview?.unpaidSince
  const known = useRef(unpaidSince)
  useEffect(() => {
    const before = known.current
    known.current = unpaidSince
    if (before !== undefined && before !== unpaidSince)
      void queryClient.invalidateQueries({ queryKey: invoicesQuery(userId).queryKey })
  }, [unpaidSince, userId, queryClient])

  return query
}
