import { Button } from '@portal/ui/buttons/button'
import type { DialogRequest } from './ask-dialog.tsx'

export interface FormFooterProps {
  /** The id of the form, which is in the body of the dialog. */
  formId: string
  submitText: string
  /** Disables the submit button, because there is nothing to save. */
  isUnchanged?: boolean
  request: DialogRequest
  onCancel: () => void
}

/** The footer of a dialog that contains a form. It stays in view while the form scrolls. */
export function FormFooter({ formId, submitText, isUnchanged = false, request, onCancel }: FormFooterProps) {
  return (
    <>
      <Button onPress={onCancel}>Cancel</Button>
      <Button type="submit" form={formId} tone="accent" isDisabled={isUnchanged} requestStatus={request}>
        {submitText}
      </Button>
    </>
  )
}
