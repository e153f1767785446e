import { rotationOverlapDefault } from '@portal/contract/limits'
import { type AuthToken, tokens } from '@portal/contract/tokens'
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Form } from '@portal/ui/fields/form'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { Modal } from '@portal/ui/overlays/modal'
import * as z from 'zod/mini'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { useFormCall } from '../../lib/request/use-form-call.ts'
import { type GeneratedToken, takeSecret } from './generated-token.ts'
import { overlapOptions } from './overlap-options.ts'

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

  async function submit(body: { overlap: string }) {
    const outcome = await rotate.run({ params: { workspaceId, tokenId: token.id }, body })
    if (!outcome.isOk) return
    onClose()
    onRotated(takeSecret(outcome.data))
  }

  return (
    <Modal
      title={`Rotate ${token.name}`}
      description="You get a new secret. Replace the old one everywhere before it stops working."
      isOpen
      onOpenChange={onClose}
    >
      <Form
        schema={formSchema}
        defaultValues={{ overlap: rotationOverlapDefault }}
        onSubmit={submit}
        aria-label="Rotate token"
        className="flex flex-col gap-5"
      >
        <RadioGroup
          name="overlap"
          label="The old secret continues to work for"
          options={overlapOptions}
          isRequired
        />
        {rotate.failure && <ErrorMessage title={errorTitle(rotate.failure)} status={rotate.status} />}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" tone="accent" requestStatus={rotate.status}>
            Rotate token
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
