import type { User } from '@portal/contract/account/account'
import {
  type BillingDetails,
  type BillingInput,
  type BillingSave,
  billing,
  billingInputSchema,
} from '@portal/contract/billing/billing'
import { messages } from '@portal/contract/messages'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { Card } from '@portal/ui/layout/card'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useUpdateUser } from '../../lib/guard/session.ts'
import { KeepTyped } from '../../lib/layout/keep-typed.tsx'
import { nothingToSave, unsavedInput } from '../../lib/layout/unsaved-input.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { BillingFields } from './billing-fields.tsx'
import { detailsQuery, invoicesQuery } from './billing-queries.ts'

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

/** Returns the form values. The email is read-only and not part of them. */
const valuesOf = ({ firstName, lastName, companyInformation, billingInformation }: BillingDetails) => ({
  firstName,
  lastName,
  companyInformation,
  billingInformation,
})

/** Billing details that could not be saved because the session had ended. */
export const unsavedDetails = unsavedInput<BillingInput>('BILLING')

interface BillingFormProps {
  user: User
  details: BillingDetails
  isProviderUnavailable: boolean
}

/** The billing details that appear on invoices. */
export function BillingForm({ user, details, isProviderUnavailable }: BillingFormProps) {
  const updateUser = useUpdateUser()
  const queryClient = useQueryClient()
  const save = useApiMutation(billing.saveDetails, {
    onSuccess: (saved) => {
      const { firstName, lastName } = saved.billingDetails
      unsavedDetails.forget()
      queryClient.setQueryData(detailsQuery(user.id).queryKey, saved)
      updateUser(user.id, { firstName, lastName })
      // Refetching the invoices shows whether the provider is available.
      void queryClient.invalidateQueries({ queryKey: invoicesQuery(user.id).queryKey })
    },
  })

  async function submit(body: BillingSave, form: FormHandle) {
    const { billingDetails } = await save.mutateAsync({ params: { userId: user.id }, body })
    form.setSaved(valuesOf(billingDetails))
  }

  return (
    <Card title="Billing details" description="Shown on your invoices." padding="lg">
      <Form
        schema={formSchema}
        defaultValues={valuesOf(details)}
        typedValues={unsavedDetails.take(user.id)}
        sendsChanges
        onSubmit={submit}
        aria-label="Billing details"
        className="flex flex-col gap-6"
      >
        {(form) => (
          <>
            <KeepTyped userId={user.id} form={form} unsaved={unsavedDetails} />
            <BillingFields email={details.email} savedCountry={details.billingInformation.country} />
            <Failure error={save.error} isInForm />
            {save.isSuccess && isProviderUnavailable && (
              <StatusBox tone="success" title="Your billing details are saved">
                They take effect when billing is available again.
              </StatusBox>
            )}
            <div>
              <Button
                type="submit"
                tone="accent"
                requestStatus={save}
                isDisabled={!form.formState.isDirty}
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
