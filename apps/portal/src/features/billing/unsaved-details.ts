import type { BillingInput } from '@portal/contract/billing'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'

/** What was typed into the billing details and not saved, because the session had ended. */
export const unsavedDetails = unsavedInput<BillingInput>('SI-UNSAVED-BILLING')
