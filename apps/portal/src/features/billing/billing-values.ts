import type { BillingDetails } from '@portal/contract/billing'

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
