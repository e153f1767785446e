import { rotationOverlapDefault } from '@portal/contract/limits'
import { type AuthToken, tokens } from '@portal/contract/tokens/tokens'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Form } from '@portal/ui/fields/form'
import { Select } from '@portal/ui/fields/select'
import { Modal } from '@portal/ui/overlays/modal'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { FormFooter } from '../../lib/layout/form-footer.tsx'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { useFormCall } from '../../lib/request/use-form-call.ts'
import { serviceAccountsQuery } from '../service-accounts/service-account-queries.ts'
import { type GeneratedToken, generatedTokenOf } from './generated-token.ts'
import { NewSecretFields } from './new-secret-fields.tsx'

const formSchema = z.object({ serviceAccountId: z.string('Choose a service account'), overlap: z.string() })

export interface MoveTokenDialogProps {
  workspaceId: string
  token: AuthToken
  onMoved: (generated: GeneratedToken) => void
  onClose: () => void
}

/** Moves a token to a service account, so that the token continues to work when its creator leaves. It gets a new secret. */
export function MoveTokenDialog({ workspaceId, token, onMoved, onClose }: MoveTokenDialogProps) {
  const query = useQuery(serviceAccountsQuery(workspaceId))
  const move = useFormCall(tokens.move)
  const formId = useId()
  const options = (query.data?.serviceAccounts ?? []).map(({ id, name }) => ({ value: id, label: name }))

  async function submit(body: z.infer<typeof formSchema>) {
    const outcome = await move.run({ params: { workspaceId, tokenId: token.id }, body })
    if (!outcome.isOk) return
    onClose()
    onMoved(generatedTokenOf(outcome.data))
  }

  return (
    <Modal
      title={`Move “${token.name}” to a service account`}
      description="It gets a new secret and continues to work when its creator leaves. Replace the old secret before it stops working."
      isOpen
      onOpenChange={onClose}
      footer={
        options.length > 0 && (
          <FormFooter formId={formId} submitText="Move token" status={move.status} onCancel={onClose} />
        )
      }
    >
      {query.isPending && <Skeleton lines={3} />}
      {query.isError && <ErrorMessage {...errorTexts(query.error)} onRetry={() => void query.refetch()} />}
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
          onSubmit={submit}
          aria-label="Move token"
          className="flex flex-col gap-5"
        >
          <Select name="serviceAccountId" label="Service account" options={options} isRequired />
          <NewSecretFields request={move} />
        </Form>
      )}
    </Modal>
  )
}
