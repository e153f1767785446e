import type { LeftBehind } from '@portal/contract/members/members'
import { roleLabels } from '@portal/contract/members/roles'
import { Checkbox } from '@portal/ui/fields/checkbox'
import type { ReactNode } from 'react'

/** What happens to what a member leaves behind, as the body of the call that ends or lowers their access. */
export interface LeftBehindChoices {
  keepsInvitations: boolean
  deletesTrustRules: boolean
}
export const defaultChoices: LeftBehindChoices = { keepsInvitations: false, deletesTrustRules: false }

interface LeftBehindListsProps {
  /** The previous release of the API sends none of it. */
  left: Partial<LeftBehind>
  /** Undefined for users who leave: they can't choose. */
  choices?: LeftBehindChoices
  onChoose?: (choices: LeftBehindChoices) => void
}

function Part({
  title,
  items,
  children,
}: {
  title: string
  items: { id: string; text: ReactNode }[]
  children?: ReactNode
}) {
  if (items.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <div>
        <p>{title}</p>
        <ul aria-label={title} className="mt-1 list-disc pl-5">
          {items.map(({ id, text }) => (
            <li key={id} className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      </div>
      {children}
    </section>
  )
}

function ofAccount({ id, name, serviceAccount }: LeftBehind['trustRules'][number]) {
  const text = (
    <>
      <bdi className="font-medium">{name}</bdi>{' '}
      <span className="text-content-muted">
        of <bdi>{serviceAccount.name}</bdi>
      </span>
    </>
  )
  return { id, text }
}

function ofInvitation({ id, email, role }: LeftBehind['invitations'][number]) {
  const text = (
    <>
      <bdi className="font-medium">{email}</bdi>{' '}
      <span className="text-content-muted">as {roleLabels[role]}</span>
    </>
  )
  return { id, text }
}

export const hasLeftBehind = ({ invitations = [], shownTokens = [], trustRules = [] }: Partial<LeftBehind>) =>
  invitations.length + shownTokens.length + trustRules.length > 0

/** What a member leaves behind, and what happens to it. See docs/product/members.md#what-a-member-leaves-behind. */
export function LeftBehindLists({ left, choices, onChoose }: LeftBehindListsProps) {
  const { invitations = [], shownTokens = [], trustRules = [] } = left
  const [their, they] = choices ? ['Their', 'they'] : ['Your', 'you']
  return (
    <>
      <Part
        title={`${their} open invitations ${choices?.keepsInvitations ? 'stay open' : 'are withdrawn'}:`}
        items={invitations.map(ofInvitation)}
      >
        {choices && (
          <Checkbox
            label="Keep these invitations open"
            value={choices.keepsInvitations}
            onChange={(isKept) => onChoose?.({ ...choices, keepsInvitations: isKept === true })}
          />
        )}
      </Part>
      <Part
        title={`Trust rules that ${they} created ${choices?.deletesTrustRules ? 'are deleted with the tokens that the rules issued' : 'stay in force'}:`}
        items={trustRules.map(ofAccount)}
      >
        {choices && (
          <Checkbox
            label="Delete these trust rules"
            value={choices.deletesTrustRules}
            onChange={(isDeleted) => onChoose?.({ ...choices, deletesTrustRules: isDeleted === true })}
          />
        )}
      </Part>
      <Part
        title={
          choices
            ? 'They have seen the secrets of these tokens. Rotate the tokens afterwards:'
            : 'You have seen the secrets of these tokens. Ask an owner or approver to rotate the tokens:'
        }
        items={shownTokens.map(ofAccount)}
      />
    </>
  )
}
