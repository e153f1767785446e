import { type AuthToken, tokenNameSchema, tokens } from '@portal/contract/tokens/tokens'
import { Form } from '@portal/ui/fields/form'
import { TextField } from '@portal/ui/fields/text-field'
import { Modal } from '@portal/ui/overlays/modal'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { FormFooter } from '../../lib/layout/form-footer.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
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
  const rename = useApiMutation(tokens.rename, {
    onSuccess: async ({ authToken }) => {
      await putToken(queryClient, workspaceId, authToken)
      onClose()
    },
  })
  const formId = useId()
  const [isDirty, setIsDirty] = useState(false)

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
          request={rename}
          onCancel={onClose}
        />
      }
    >
      <Form
        id={formId}
        schema={formSchema}
        defaultValues={{ name: token.name }}
        onSubmit={(body) => rename.mutateAsync({ params: { workspaceId, tokenId: token.id }, body })}
        onDirtyChange={setIsDirty}
        aria-label="Rename token"
        className="flex flex-col gap-5"
      >
        <TextField name="name" label="Token Name" isRequired hasAutoFocus autoComplete="off" />
        <Failure error={rename.error} isInForm />
      </Form>
    </Modal>
  )
}
