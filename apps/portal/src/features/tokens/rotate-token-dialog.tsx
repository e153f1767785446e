import { rotationOverlapDefault } from '@portal/contract/limits'
import { type AuthToken, tokens } from '@portal/contract/tokens/tokens'
import { Form } from '@portal/ui/fields/form'
import { Modal } from '@portal/ui/overlays/modal'
import { useId } from 'react'
import * as z from 'zod/mini'
import { FormFooter } from '../../lib/layout/form-footer.tsx'
import { useFormCall } from '../../lib/request/use-form-call.ts'
import { type GeneratedToken, generatedTokenOf } from './generated-token.ts'
import { NewSecretFields } from './new-secret-fields.tsx'

const formSchema = z.object({ overlap: z.string() })

export interface RotateTokenDialogProps {
  workspaceId: string
  token: AuthToken
  onRotated: (generated: GeneratedToken) => void
  onClose: () => void
}

/** Gives a token a new secret. The user chooses how long the old one continues to work. */
export function RotateTokenDialog({ workspaceId, token, onRotated, onClose }: RotateTokenDialogProps) {
  const rotate = useFormCall(tokens.rotate)
  const formId = useId()

  async function submit(body: { overlap: string }) {
    const outcome = await rotate.run({ params: { workspaceId, tokenId: token.id }, body })
    if (!outcome.isOk) return
    onClose()
    onRotated(generatedTokenOf(outcome.data))
  }

  return (
    <Modal
      title={`Rotate “${token.name}”`}
      description="You get a new secret. Replace the old one everywhere before it stops working."
      isOpen
      onOpenChange={onClose}
      footer={
        <FormFooter formId={formId} submitText="Rotate token" status={rotate.status} onCancel={onClose} />
      }
    >
      <Form
        id={formId}
        schema={formSchema}
        defaultValues={{ overlap: rotationOverlapDefault }}
        onSubmit={submit}
        aria-label="Rotate token"
        className="flex flex-col gap-5"
      >
        <NewSecretFields request={rotate} />
      </Form>
    </Modal>
  )
}
