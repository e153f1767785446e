import type { BillingDetails } from '@portal/contract/billing'

/** What the form shows of the details: the address is read-only and stands beside it. */
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
