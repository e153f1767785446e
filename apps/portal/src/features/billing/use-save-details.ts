import type { User } from '@portal/contract/account/account'
import {
  type BillingDetails,
  type BillingInput,
  type BillingSave,
  billing,
} from '@portal/contract/billing/billing'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { useQueryClient } from '@tanstack/react-query'
import { useUpdateUser } from '../../lib/guard/session.ts'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'
import { useFormCall } from '../../lib/request/use-form-call.ts'
import { detailsQuery, invoicesQuery } from './billing-queries.ts'

/** Returns the form values. The email is read-only and not part of them. */
export const valuesOf = ({
  firstName,
  lastName,
  companyInformation,
  billingInformation,
}: BillingDetails) => ({
  firstName,
  lastName,
  companyInformation,
  billingInformation,
})

/** Billing details that could not be saved because the session had ended. */
export const unsavedDetails = unsavedInput<BillingInput>('BILLING')

/**
 * Saves the changed billing details. Throws when the API refuses fields, so that the form shows the errors at those
 * fields. Any other failure leaves the form as it is.
 */
export function useSaveDetails(user: User) {
  const call = useFormCall(billing.saveDetails)
  const updateUser = useUpdateUser()
  const queryClient = useQueryClient()

  async function save(body: BillingSave, form: FormHandle) {
    const outcome = await call.run({ params: { userId: user.id }, body })
    if (!outcome.isOk) return
    const { billingDetails } = outcome.data
    unsavedDetails.forget()
    queryClient.setQueryData(detailsQuery(user.id).queryKey, outcome.data)
    updateUser(user.id, { firstName: billingDetails.firstName, lastName: billingDetails.lastName })
    form.setSaved(valuesOf(billingDetails))
    // Refetching the invoices shows whether the provider is available.
    void queryClient.invalidateQueries({ queryKey: invoicesQuery(user.id).queryKey })
  }

  return { save, status: call.status, failure: call.failure }
}
