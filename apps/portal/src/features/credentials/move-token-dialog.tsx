import { rotationOverlapDefault } from '@portal/contract/limits'
import { messages } from '@portal/contract/messages'
import { type AuthToken, tokens } from '@portal/contract/tokens/tokens'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Form } from '@portal/ui/fields/form'
import { Select } from '@portal/ui/fields/select'
import { Modal } from '@portal/ui/overlays/modal'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { FormFooter } from '../../lib/layout/form-footer.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { type GeneratedToken, generatedTokenOf } from './generated-token.ts'
import { OverlapField } from './overlap-field.tsx'
import { serviceAccountsQuery } from './service-account-queries.ts'

const formSchema = z.object({ serviceAccountId: z.string(messages.required), overlap: z.string() })

export interface MoveTokenDialogProps {
  workspaceId: string
  token: AuthToken
  onMoved: (generated: GeneratedToken) => void
  onClose: () => void
}

/** Moves a token to a service account, so that the token continues to work when its creator leaves. It gets a new secret. */
export function MoveTokenDialog({ workspaceId, token, onMoved, onClose }: MoveTokenDialogProps) {
  const query = useQuery(serviceAccountsQuery(workspaceId))
  const move = useSecretMutation(tokens.move, (answer) => {
    onClose()
    onMoved(generatedTokenOf(answer))
  })
  const formId = useId()
  const options = (query.data?.serviceAccounts ?? []).map(({ id, name }) => ({ value: id, label: name }))

  return (
    <Modal
      title={`Move “${token.name}” to a service account`}
      description="It gets a new secret and continues to work when its creator leaves. Replace the old secret before it stops working."
      isOpen
      onOpenChange={onClose}
      footer={
        options.length > 0 && (
          <FormFooter formId={formId} submitText="Move token" request={move} onCancel={onClose} />
        )
      }
    >
      {query.isPending && <Skeleton lines={3} />}
      <Failure error={query.error} retry={() => void query.refetch()} />
      {query.data && options.length === 0 && (
        <p>
          This workspace has no service accounts.{' '}
          <TextLink href={`/workspace/${workspaceId}/service-accounts`}>Create one first</TextLink>.
        </p>
      )}
      {options.length > 0 && (
        <Form
          id={formId}
          schema={formSchema}
          defaultValues={{ overlap: rotationOverlapDefault }}
          onSubmit={(body) => move.mutateAsync({ params: { workspaceId, tokenId: token.id }, body })}
          aria-label="Move token"
          className="flex flex-col gap-5"
        >
          <Select name="serviceAccountId" label="Service account" options={options} isRequired />
          <OverlapField />
          <Failure error={move.error} isInForm />
        </Form>
      )}
    </Modal>
  )
}
