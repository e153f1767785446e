import type { BillingInput } from '@portal/contract/billing'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'

/** Billing details that could not be saved because the session had ended. */
export const unsavedDetails = unsavedInput<BillingInput>('BILLING')
