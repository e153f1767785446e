import type { User } from '@portal/contract/account/account'
import { type BillingDetails, billingInputSchema } from '@portal/contract/billing/billing'
import { messages } from '@portal/contract/messages'
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Form } from '@portal/ui/fields/form'
import { Card } from '@portal/ui/layout/card'
import * as z from 'zod/mini'
import { KeepTyped } from '../../lib/layout/keep-typed.tsx'
import { nothingToSave } from '../../lib/layout/unsaved-input.ts'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { BillingFields } from './billing-fields.tsx'
import { unsavedDetails, useSaveDetails, valuesOf } from './use-save-details.ts'

const { companyInformation, billingInformation } = billingInputSchema.shape

/**
 * The email is read-only and not sent. The phone number accepts any format, because the field normalizes it. The country may
 * be any non-empty code, because a saved code that has since been withdrawn stays valid until the user changes it.
 */
const formSchema = z.extend(z.omit(billingInputSchema, { email: true }), {
  companyInformation: z.extend(companyInformation, { phoneNumber: z.optional(z.nullable(z.string())) }),
  billingInformation: z.extend(billingInformation, {
    country: z.string(messages.required).check(z.minLength(1, messages.required)),
  }),
})

export interface BillingFormProps {
  user: User
  details: BillingDetails
  isProviderUnavailable: boolean
}

/** The billing details that appear on invoices. */
export function BillingForm({ user, details, isProviderUnavailable }: BillingFormProps) {
  const { save, status, failure } = useSaveDetails(user)
  return (
    <Card title="Billing details" description="Shown on your invoices." padding="lg">
      <Form
        schema={formSchema}
        defaultValues={valuesOf(details)}
        typedValues={unsavedDetails.take(user.id)}
        sendsChanges
        onSubmit={save}
        aria-label="Billing details"
        className="flex flex-col gap-6"
      >
        {(form) => (
          <>
            <KeepTyped userId={user.id} form={form} unsaved={unsavedDetails} />
            <BillingFields email={details.email} savedCountry={details.billingInformation.country} />
            {failure && <ErrorMessage {...errorTexts(failure)} />}
            {status.isSuccess && isProviderUnavailable && (
              <StatusBox tone="success" title="Your billing details are saved">
                They take effect when billing is available again.
              </StatusBox>
            )}
            <div>
              <Button
                type="submit"
                tone="accent"
                requestStatus={status}
                isDisabled={!form.isDirty}
                disabledReason={nothingToSave}
              >
                Save Billing Details
              </Button>
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}
