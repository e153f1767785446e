import { type AuthToken, tokenNameSchema, tokens } from '@portal/contract/tokens/tokens'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Form } from '@portal/ui/fields/form'
import { TextField } from '@portal/ui/fields/text-field'
import { Modal } from '@portal/ui/overlays/modal'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { FormFooter } from '../../lib/layout/form-footer.tsx'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { useFormCall } from '../../lib/request/use-form-call.ts'
import { putToken } from './token-queries.ts'

const formSchema = z.object({ name: tokenNameSchema })

export interface RenameTokenDialogProps {
  workspaceId: string
  token: AuthToken
  onClose: () => void
}

/** Renames a token. Open to its creator and the workspace owner. */
export function RenameTokenDialog({ workspaceId, token, onClose }: RenameTokenDialogProps) {
  const queryClient = useQueryClient()
  const rename = useFormCall(tokens.rename)
  const formId = useId()
  const [isDirty, setIsDirty] = useState(false)

  async function submit({ name }: { name: string }) {
    const outcome = await rename.run({ params: { workspaceId, tokenId: token.id }, body: { name } })
    if (!outcome.isOk) return
    await putToken(queryClient, workspaceId, outcome.data.authToken)
    onClose()
  }

  return (
    <Modal
      title="Rename token"
      description="Existing integrations keep working."
      isOpen
      onOpenChange={onClose}
      footer={
        <FormFooter
          formId={formId}
          submitText="Rename"
          isUnchanged={!isDirty}
          status={rename.status}
          onCancel={onClose}
        />
      }
    >
      <Form
        id={formId}
        schema={formSchema}
        defaultValues={{ name: token.name }}
        onSubmit={submit}
        onDirtyChange={setIsDirty}
        aria-label="Rename token"
        className="flex flex-col gap-5"
      >
        <TextField name="name" label="Token Name" isRequired hasAutoFocus autoComplete="off" />
        {rename.failure && <ErrorMessage title={errorTitle(rename.failure)} status={rename.status} />}
      </Form>
    </Modal>
  )
}
