import { invitationLifetimeDays, inviteConfirmationMs } from '@portal/contract/limits'
import { inviteSchema, type Member, memberRights, members } from '@portal/contract/members/members'
import { may, roleLabels } from '@portal/contract/members/roles'
import { fullName } from '@portal/contract/text/full-name'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { Select } from '@portal/ui/fields/select'
import { TextField } from '@portal/ui/fields/text-field'
import { TextLink } from '@portal/ui/text/text-link'
import { Fragment, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { CopyAsCommand } from '../../lib/layout/copy-as-command.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { concernsOneAddress } from './bulk-invite-rules.ts'
import { inviteRefusal, roleOptions } from './member-permissions.ts'
import { useMembershipCache } from './member-queries.ts'
import { sortMembers } from './members-table.tsx'

/** Returns a text that is cleared `lifetimeMs` after it was last set, and its setter. Setting the same text restarts the timer. */
function useTemporaryText(lifetimeMs: number) {
  const [shown, setShown] = useState<{ text: string }>()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), lifetimeMs)
    return () => clearTimeout(timer)
  }, [shown, lifetimeMs])
  const show = (text: string | undefined) => setShown(text === undefined ? undefined : { text })
  return [shown?.text, show] as const
}

/** Names the members who can invite: the owner and up to two approvers. */
function WhoInvites({ members }: { members: readonly Member[] }) {
  const inviters = sortMembers(members).filter(
    ({ status, role }) => status === 'active' && may(role, memberRights.inviteMember),
  )
  const [shown, rest] = [inviters.slice(0, 3), inviters.slice(3)]
  if (shown.length === 0) return null
  return (
    <p className="-mt-3 pl-5.5 text-content-muted text-sm wrap-anywhere">
      <span>Ask </span>
      {shown.map((member, at) => (
        <Fragment key={member.userId}>
          {at > 0 && <span>{at === shown.length - 1 && rest.length === 0 ? ' or ' : ', '}</span>}
          <TextLink href={`mailto:${member.email}`}>
            <bdi>{fullName(member) ?? member.email}</bdi>
          </TextLink>
        </Fragment>
      ))}
      {rest.length > 0 && <span> or another approver</span>}
    </p>
  )
}

interface InviteFormProps {
  workspace: Workspace
  /** Undefined until they are loaded. */
  members: readonly Member[] | undefined
}

/** Invites a user by email. See docs/product/invitations.md#inviting. */
export function InviteForm({ workspace, members: known = [] }: InviteFormProps) {
  const cache = useMembershipCache(workspace.id)
  const invite = useApiMutation(members.invite, { onSuccess: cache.setMembers })
  const [notified, showNotified] = useTemporaryText(inviteConfirmationMs)
  const refusal = inviteRefusal(workspace)

  const toInput = ({ email, role }: z.infer<typeof inviteSchema>) => ({
    params: { workspaceId: workspace.id },
    body: { email: normalizeEmail(email), role },
  })

  async function submit(values: z.infer<typeof inviteSchema>, form: FormHandle) {
    showNotified(undefined)
    await invite.mutateAsync(toInput(values), {
      onSuccess: (latest, { body }) => {
        form.reset()
        // An open invitation may keep its role.
        const { role = 'EDITOR' } =
          latest.find((member) => normalizeEmail(member.email) === body.email) ?? body
        showNotified(
          `we have notified ${body.email} that you invited them to collaborate on this workspace. They get access with the role ${roleLabels[role]} once they accept the invitation, which expires in ${invitationLifetimeDays} days.`,
        )
      },
      onError: (error) => {
        if (concernsOneAddress(error)) form.setError('email', { message: error.message })
      },
    })
  }

  return (
    <Form
      schema={inviteSchema}
      defaultValues={{ role: 'EDITOR' }}
      onSubmit={submit}
      isDisabled={refusal !== undefined}
      disabledReason={refusal}
      aria-label="Add a user"
      className="flex flex-col gap-4"
    >
      {!may(workspace.role, memberRights.inviteMember) && <WhoInvites members={known} />}
      <div className="grid gap-4 tablet:grid-cols-[1fr_11rem]">
        <TextField name="email" type="email" label="User Email to Grant Workspace Access" isRequired />
        <Select name="role" label="Role" options={roleOptions} />
      </div>
      {!(invite.error && concernsOneAddress(invite.error)) && <Failure error={invite.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          tone="accent"
          icon="user-plus"
          requestStatus={invite}
          isDisabled={refusal !== undefined}
          disabledReason={refusal}
        >
          Add User To Workspace
        </Button>
        <CopyAsCommand call={members.invite} input={toInput} />
      </div>
      {notified !== undefined && <StatusBox tone="success">{notified}</StatusBox>}
    </Form>
  )
}
