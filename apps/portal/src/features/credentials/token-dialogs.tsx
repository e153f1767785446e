/** The dialogs that rename, rotate and move a token. */
import { rotationOverlapDefault } from '@portal/contract/limits'
import { messages } from '@portal/contract/messages'
import { hasReplacedUnused } from '@portal/contract/tokens/old-secrets'
import { type AuthToken, tokenNameSchema } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { Select } from '@portal/ui/fields/select'
import { TextField } from '@portal/ui/fields/text-field'
import { serverNow } from '@portal/ui/lib/server-clock'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation, useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { FieldsDialog } from './fields-dialog.tsx'
import { enabledOf, serviceAccountsQuery } from './service-account-queries.ts'
import { type GeneratedToken, putToken } from './token-queries.ts'
import { overlapOptions, rotationOf } from './token-state.ts'

interface TokenDialogProps {
  workspaceId: string
  token: AuthToken
  onClose: () => void
}

interface SecretDialogProps extends TokenDialogProps {
  onGenerated: (generated: GeneratedToken) => void
}

const nameSchema = z.object({ name: tokenNameSchema })
const overlapSchema = z.object({ overlap: z.string() })
const moveSchema = z.extend(overlapSchema, { serviceAccountId: z.string(messages.required) })

/** Renames a token. Open to its creator and the workspace owner. */
export function RenameTokenDialog({ workspaceId, token, onClose }: TokenDialogProps) {
  const queryClient = useQueryClient()
  const rename = useApiMutation(tokens.rename, {
    onSuccess: async ({ authToken }) => {
      await putToken(queryClient, workspaceId, authToken)
      onClose()
    },
  })
  return (
    <FieldsDialog
      title="Rename token"
      description="Existing integrations keep working."
      label="Rename token"
      submitText="Rename"
      isEdit
      schema={nameSchema}
      defaultValues={{ name: token.name }}
      request={rename}
      onSubmit={(body) => rename.mutateAsync({ params: { workspaceId, tokenId: token.id }, body })}
      onClose={onClose}
    >
      <TextField name="name" label="Token Name" isRequired hasAutoFocus autoComplete="off" />
    </FieldsDialog>
  )
}

/** The secret that continues to work for the overlap. Undefined if none does. */
type ContinuedSecret = 'old' | 'older'

function OverlapField({ of }: { of: ContinuedSecret | undefined }) {
  if (!of) return null
  return (
    <RadioGroup
      name="overlap"
      label={`How long the ${of} secret continues to work`}
      options={overlapOptions}
      isRequired
    />
  )
}

/**
 * Says what happens to the secrets. A rotation replaces a new secret that was never used, because the answer that showed it may have
 * been lost. Only an older secret that still works then continues. See docs/product/tokens.md#rotating.
 */
function planSecrets(token: AuthToken): { advice: string; continued?: ContinuedSecret } {
  const [current, ...previous] = token.secrets
  if (current?.lastUsedAt !== null)
    return { advice: 'Replace the old secret everywhere before it stops working.', continued: 'old' }
  if (previous.length === 0)
    return {
      advice: 'The current secret was never used. If no program has that secret, choose “Not at all”.',
      continued: 'old',
    }
  const advice = 'The current secret was never used, so it stops working immediately.'
  return rotationOf(token, serverNow())
    ? { advice: `${advice} An older secret still works, for the time you choose.`, continued: 'older' }
    : { advice }
}

/** Gives a token a new secret. The user chooses how long the old one continues to work. */
export function RotateTokenDialog({ workspaceId, token, onGenerated, onClose }: SecretDialogProps) {
  const { advice, continued } = planSecrets(token)
  const rotate = useSecretMutation(tokens.rotate, (answer) => {
    onClose()
    onGenerated({ ...answer, hasReplacedUnused: hasReplacedUnused(token, answer.authToken) })
  })
  return (
    <FieldsDialog
      title={`Rotate “${token.name}”`}
      description={`You get a new secret. ${advice}`}
      label="Rotate token"
      submitText="Rotate token"
      schema={overlapSchema}
      defaultValues={{ overlap: rotationOverlapDefault }}
      request={rotate}
      onSubmit={(body) => rotate.mutateAsync({ params: { workspaceId, tokenId: token.id }, body })}
      onClose={onClose}
    >
      <OverlapField of={continued} />
    </FieldsDialog>
  )
}

/** Moves a token to a service account, so that the token continues to work when its creator leaves. It gets a new secret. */
export function MoveTokenDialog({ workspaceId, token, onGenerated, onClose }: SecretDialogProps) {
  const query = useQuery(serviceAccountsQuery(workspaceId))
  const { advice, continued } = planSecrets(token)
  const move = useSecretMutation(tokens.move, (answer) => {
    onClose()
    onGenerated({ ...answer, hasReplacedUnused: hasReplacedUnused(token, answer.authToken) })
  })
  const options = enabledOf(query.data?.serviceAccounts).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FieldsDialog
      title={`Move “${token.name}” to a service account`}
      description={`It gets a new secret and continues to work when its creator leaves. ${advice}`}
      label="Move token"
      submitText="Move token"
      schema={moveSchema}
      defaultValues={{ overlap: rotationOverlapDefault }}
      request={move}
      onSubmit={(body) => move.mutateAsync({ params: { workspaceId, tokenId: token.id }, body })}
      placeholder={
        options.length === 0 && (
          <>
            {query.isPending && <Skeleton lines={3} />}
            <Failure error={query.error} retry={() => void query.refetch()} />
            {query.data && (
              <p>
                This workspace has no enabled service accounts.{' '}
                <TextLink href={`/workspace/${workspaceId}/service-accounts`}>
                  Create or enable one first
                </TextLink>
                .
              </p>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      <Select name="serviceAccountId" label="Service account" options={options} isRequired />
      <OverlapField of={continued} />
    </FieldsDialog>
  )
}
