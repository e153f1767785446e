/** Members and invitations. See docs/product/command-line.md#commands. */
import { type LeftBehind, type Member, memberRights, members } from '@portal/contract/members/members'
import { may, roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { Argument, type Command, Option } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { confirm } from '../lib/confirm.ts'
import { CommandError } from '../lib/errors.ts'
import { findWorkspace } from '../lib/find-by-name.ts'
import { formatPerson, formatTime } from '../lib/format.ts'
import { limitOption, takeRows } from '../lib/limited-rows.ts'

/** The role names that users can type. */
const roles: Record<string, WorkspaceRole> = {
  approver: 'APPROVER',
  collaborator: 'EDITOR',
  editor: 'EDITOR',
}
const roleChoices = ['approver', 'collaborator']

async function* listMembers(cli: Cli, workspaceId: string) {
  for await (const page of cli.pages(members.list, { params: { workspaceId } })) yield* page
}

async function memberOf(rows: Iterable<Member> | AsyncIterable<Member>, email: string): Promise<Member> {
  for await (const row of rows) if (normalizeEmail(row.email) === normalizeEmail(email)) return row
  throw new CommandError(
    `No member or invitation has the email address "${email}". Run \`portal members list\`.`,
  )
}

const statusOf = ({ status, invitation }: Member) => {
  if (status === 'active') return 'active'
  return invitation?.isExpired ? 'invitation expired' : `invited until ${formatTime(invitation?.expiresAt)}`
}

async function list(cli: Cli, workspace: string, { limit }: { limit: number }): Promise<void> {
  const { id } = await findWorkspace(cli, workspace)
  const rows = await takeRows(cli.output, listMembers(cli, id), limit, 'members')
  cli.output.result(rows, () =>
    cli.output.table(
      ['EMAIL', 'NAME', 'ROLE', 'STATUS'],
      rows.map((row) => [
        row.email,
        formatPerson({ ...row, email: null }),
        roleLabels[row.role],
        statusOf(row),
      ]),
      'The workspace has no members.',
    ),
  )
}

async function invite(cli: Cli, workspace: string, email: string, options: { role: string }): Promise<void> {
  const { id, displayName } = await findWorkspace(cli, workspace)
  const body = { email, role: roles[options.role] }
  const rows = await cli.call(members.invite, { params: { workspaceId: id }, body })
  const invited = await memberOf(rows, email)
  cli.output.result(invited, () => cli.output.line(`Invited ${invited.email} to ${displayName}.`))
}

interface EndOptions {
  yes?: boolean
  keepInvitations?: boolean
  deleteTrustRules?: boolean
}

/**
 * Says what the member leaves behind and what happens to it. Returns whether there is anything. `PORTAL_TOKEN` may be an API token,
 * which can't read this.
 */
async function noteLeftBehind(
  cli: Cli,
  workspaceId: string,
  { userId, email }: Member,
  { keepInvitations, deleteTrustRules }: EndOptions,
): Promise<boolean> {
  if (cli.config.token !== undefined) return false
  const left: LeftBehind = await cli.call(members.access, { params: { workspaceId, userId }, query: {} })
  const { invitations, trustRules, shownTokens } = left
  const ofAccounts = (rows: LeftBehind['trustRules']) =>
    rows.map(({ name, serviceAccount }) => `${name} (${serviceAccount.name})`).join(', ')
  const invited = invitations.map((invitation) => invitation.email).join(', ')
  if (invited)
    cli.output.note(
      keepInvitations
        ? `Their open invitations stay open: ${invited}.`
        : `Their open invitations are withdrawn unless you add --keep-invitations: ${invited}.`,
    )
  if (trustRules.length > 0)
    cli.output.note(
      deleteTrustRules
        ? `Trust rules that they created are deleted: ${ofAccounts(trustRules)}.`
        : `Trust rules that they created stay unless you add --delete-trust-rules: ${ofAccounts(trustRules)}.`,
    )
  if (shownTokens.length > 0)
    cli.output.note(`Rotate these tokens, whose secrets ${email} has seen: ${ofAccounts(shownTokens)}.`)
  return invitations.length + trustRules.length + shownTokens.length > 0
}

const choicesOf = ({ keepInvitations, deleteTrustRules }: EndOptions) => ({
  keepsInvitations: keepInvitations,
  deletesTrustRules: deleteTrustRules,
})

async function remove(cli: Cli, workspace: string, email: string, options: EndOptions): Promise<void> {
  const { id, displayName } = await findWorkspace(cli, workspace)
  const params = { workspaceId: id }
  const member = await memberOf(listMembers(cli, id), email)
  if (member.status === 'active') await noteLeftBehind(cli, id, member, options)
  const question =
    member.status === 'invited'
      ? `Withdraw the invitation for ${member.email} to ${displayName}?`
      : `Remove ${member.email} from ${displayName}? Their tokens and sessions there end immediately.`
  await confirm(question, options)
  await cli.call(members.remove, { params, body: { email: member.email, ...choicesOf(options) } })
  cli.output.result(member, () => cli.output.line(`Removed ${member.email} from ${displayName}.`))
}

async function changeRole(
  cli: Cli,
  [workspace, email, roleName]: [string, string, string],
  options: EndOptions,
): Promise<void> {
  const { id, displayName } = await findWorkspace(cli, workspace)
  const params = { workspaceId: id }
  const member = await memberOf(listMembers(cli, id), email)
  const { userId } = member
  const role = roles[roleName] ?? 'EDITOR'
  const isDemotion =
    member.status === 'active' &&
    may(member.role, memberRights.inviteMember) &&
    !may(role, memberRights.inviteMember)
  if (isDemotion && (await noteLeftBehind(cli, id, member, options)))
    await confirm(`Make ${member.email} a ${roleLabels[role]} in ${displayName}?`, options)
  const rows = await cli.call(members.changeRole, { params, body: { userId, role, ...choicesOf(options) } })
  const changed = await memberOf(rows, email)
  cli.output.result(changed, () =>
    cli.output.line(`${changed.email} now has the role ${roleLabels[changed.role]}.`),
  )
}

export function addMemberCommands(program: Command, cli: Cli): void {
  const noun = program.command('members').description('List, invite and remove the members of a workspace.')
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const
  const keepInvitations = ['--keep-invitations', 'keep the open invitations that the member sent'] as const
  const deleteTrustRules = ['--delete-trust-rules', 'delete the trust rules that the member created'] as const

  noun
    .command('list')
    .description('List members and open invitations.')
    .argument(...workspaceArgument)
    .addOption(limitOption('members'))
    .addHelpText('after', '\nExample:\n  $ portal members list Production')
    .action((workspace: string, options: { limit: number }) => list(cli, workspace, options))

  noun
    .command('invite')
    .description('Invite an email address and send the invitation.')
    .argument(...workspaceArgument)
    .argument('<email>', 'email address')
    .addOption(new Option('--role <role>', 'role of the member').choices(roleChoices).default('collaborator'))
    .addHelpText(
      'after',
      '\nExample:\n  $ portal members invite Production grace@example.com --role approver',
    )
    .action((workspace: string, email: string, options: { role: string }) =>
      invite(cli, workspace, email, options),
    )

  noun
    .command('remove')
    .description('Remove a member or withdraw an invitation.')
    .argument(...workspaceArgument)
    .argument('<email>', 'email address')
    .option(...keepInvitations)
    .option(...deleteTrustRules)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal members remove Production grace@example.com')
    .action((workspace: string, email: string, options: EndOptions) => remove(cli, workspace, email, options))

  noun
    .command('role')
    .description('Change the role of a member or an invitation. Only the owner can do this.')
    .argument(...workspaceArgument)
    .argument('<email>', 'email address')
    .addArgument(new Argument('<role>', 'new role').choices(roleChoices))
    .option(...keepInvitations)
    .option(...deleteTrustRules)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal members role Production grace@example.com approver')
    .action((workspace: string, email: string, role: string, options: EndOptions) =>
      changeRole(cli, [workspace, email, role], options),
    )
}
