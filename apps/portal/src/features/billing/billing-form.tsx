import type { User } from '@portal/contract/account'
import { type BillingDetails, billingInputSchema, companyChangeSchema } from '@portal/contract/billing'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ErrorMessage } from '@portal/ui/error-message'
import { Form } from '@portal/ui/form'
import { StatusBox } from '@portal/ui/status-box'
import * as z from 'zod/mini'
import { errorTexts } from '../../lib/error-messages.ts'
import { KeepTyped } from '../../lib/keep-typed.tsx'
import { BillingFields } from './billing-fields.tsx'
import { valuesOf } from './billing-values.ts'
import { unsavedDetails } from './unsaved-details.ts'
import { useSaveDetails } from './use-save-details.ts'

/** The email is read-only and not sent. A phone number may be typed with any punctuation: its field removes it. */
const formSchema = z.extend(z.omit(billingInputSchema, { email: true }), {
  companyInformation: z.optional(
    z.extend(companyChangeSchema, { phoneNumber: z.optional(z.nullable(z.string())) }),
  ),
})

export interface BillingFormProps {
  user: User
  details: BillingDetails
  isProviderAway: boolean
}

/** What is written on the invoices (SPEC sections 2 and 5, "Billing"). */
export function BillingForm({ user, details, isProviderAway }: BillingFormProps) {
  const { save, status, failure } = useSaveDetails(user)
  return (
    <Card title="Billing details" description="They are written on your invoices." padding="lg">
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
            {status.isSuccess && isProviderAway && (
              <StatusBox tone="success" title="Your billing details are saved">
                Billing cannot be reached at the moment: they will be sent later.
              </StatusBox>
            )}
            <div>
              <Button type="submit" tone="accent" requestStatus={status}>
                Save Billing Details
              </Button>
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}
