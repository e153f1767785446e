import { rotationOverlapDefault } from '@portal/contract/limits'
import { type AuthToken, tokens } from '@portal/contract/tokens/tokens'
import { Form } from '@portal/ui/fields/form'
import { Modal } from '@portal/ui/overlays/modal'
import { useId } from 'react'
import * as z from 'zod/mini'
import { FormFooter } from '../../lib/layout/form-footer.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { type GeneratedToken, generatedTokenOf } from './generated-token.ts'
import { OverlapField } from './overlap-field.tsx'

const formSchema = z.object({ overlap: z.string() })

export interface RotateTokenDialogProps {
  workspaceId: string
  token: AuthToken
  onRotated: (generated: GeneratedToken) => void
  onClose: () => void
}

/** Gives a token a new secret. The user chooses how long the old one continues to work. */
export function RotateTokenDialog({ workspaceId, token, onRotated, onClose }: RotateTokenDialogProps) {
  const rotate = useSecretMutation(tokens.rotate, (answer) => {
    onClose()
    onRotated(generatedTokenOf(answer))
  })
  const formId = useId()

  return (
    <Modal
      title={`Rotate “${token.name}”`}
      description="You get a new secret. Replace the old one everywhere before it stops working."
      isOpen
      onOpenChange={onClose}
      footer={<FormFooter formId={formId} submitText="Rotate token" request={rotate} onCancel={onClose} />}
    >
      <Form
        id={formId}
        schema={formSchema}
        defaultValues={{ overlap: rotationOverlapDefault }}
        onSubmit={(body) => rotate.mutateAsync({ params: { workspaceId, tokenId: token.id }, body })}
        aria-label="Rotate token"
        className="flex flex-col gap-5"
      >
        <OverlapField />
        <Failure error={rotate.error} isInForm />
      </Form>
    </Modal>
  )
}
