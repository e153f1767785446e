/** Members and invitations. See docs/product/command-line.md#commands. */
import { type Member, members } from '@portal/contract/members'
import { roleLabels, type WorkspaceRole } from '@portal/contract/permissions'
import { normalizeEmail } from '@portal/contract/text-rules'
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

async function remove(cli: Cli, workspace: string, email: string, options: { yes?: boolean }): Promise<void> {
  const { id, displayName } = await findWorkspace(cli, workspace)
  const params = { workspaceId: id }
  const member = await memberOf(listMembers(cli, id), email)
  const question =
    member.status === 'invited'
      ? `Withdraw the invitation for ${member.email} to ${displayName}?`
      : `Remove ${member.email} from ${displayName}? Their tokens and sessions there end immediately.`
  await confirm(question, options)
  await cli.call(members.remove, { params, body: { email: member.email } })
  cli.output.result(member, () => cli.output.line(`Removed ${member.email} from ${displayName}.`))
}

async function changeRole(cli: Cli, workspace: string, email: string, role: string): Promise<void> {
  const { id } = await findWorkspace(cli, workspace)
  const params = { workspaceId: id }
  const { userId } = await memberOf(listMembers(cli, id), email)
  const rows = await cli.call(members.changeRole, { params, body: { userId, role: roles[role] ?? 'EDITOR' } })
  const changed = await memberOf(rows, email)
  cli.output.result(changed, () =>
    cli.output.line(`${changed.email} now has the role ${roleLabels[changed.role]}.`),
  )
}

export function addMemberCommands(program: Command, cli: Cli): void {
  const noun = program.command('members').description('List, invite and remove the members of a workspace.')
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const

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
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal members remove Production grace@example.com')
    .action((workspace: string, email: string, options: { yes?: boolean }) =>
      remove(cli, workspace, email, options),
    )

  noun
    .command('role')
    .description('Change the role of a member or an invitation. Only the owner can do this.')
    .argument(...workspaceArgument)
    .argument('<email>', 'email address')
    .addArgument(new Argument('<role>', 'new role').choices(roleChoices))
    .addHelpText('after', '\nExample:\n  $ portal members role Production grace@example.com approver')
    .action((workspace: string, email: string, role: string) => changeRole(cli, workspace, email, role))
}
