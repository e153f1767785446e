import { Button } from '@portal/ui/buttons/button'
import { Form, type FormProps } from '@portal/ui/fields/form'
import { Modal, type ModalProps } from '@portal/ui/overlays/modal'
import { type ReactNode, useId, useState } from 'react'
import type { DialogRequest } from '../../lib/layout/ask-dialog.tsx'
import { Failure } from '../../lib/request/failure.tsx'

interface FieldsDialogProps<Input, Output>
  extends Pick<ModalProps, 'title' | 'description' | 'size'>,
    Pick<FormProps<Input, Output>, 'schema' | 'defaultValues' | 'onSubmit'> {
  /** The accessible name of the form. */
  label: string
  submitText: string
  /** Whether the values must change before they can be submitted. */
  isEdit?: boolean
  request: DialogRequest
  /** Shown instead of the form, such as while its options are loading. */
  placeholder?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Its buttons stay in view while the form scrolls. */
export function FieldsDialog<Input extends object, Output = Input>(props: FieldsDialogProps<Input, Output>) {
  const { title, description, size, placeholder, onClose, ...form } = props
  const formId = useId()
  const [isDirty, setIsDirty] = useState(false)
  return (
    <Modal
      title={title}
      description={description}
      size={size}
      isOpen
      onOpenChange={onClose}
      footer={
        !placeholder && (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              tone="accent"
              isDisabled={form.isEdit && !isDirty}
              requestStatus={form.request}
            >
              {form.submitText}
            </Button>
          </>
        )
      }
    >
      {placeholder || (
        <Form
          id={formId}
          schema={form.schema}
          defaultValues={form.defaultValues}
          onSubmit={form.onSubmit}
          onDirtyChange={setIsDirty}
          aria-label={form.label}
          className="flex flex-col gap-5"
        >
          {form.children}
          <Failure error={form.request.error} isInForm />
        </Form>
      )}
    </Modal>
  )
}
