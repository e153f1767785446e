import type { CallResult } from '@portal/contract/endpoint'
import type { members } from '@portal/contract/members'
import { Checkbox } from '@portal/ui/fields/checkbox'

type Access = CallResult<typeof members.access>

export interface RemovalChoices {
  keepsInvitations: boolean
  deletesTrustRules: boolean
  set: (change: Partial<Pick<RemovalChoices, 'keepsInvitations' | 'deletesTrustRules'>>) => void
}

const ofAccount = ({ name, serviceAccount }: Access['trustRules'][number]) =>
  `${name} (${serviceAccount.name})`

/** What the member leaves behind, and what happens to it. See docs/product/members.md#what-a-member-leaves-behind. */
export function LeftBehindParts({ access, choices }: { access: Access; choices: RemovalChoices }) {
  // The previous release of the API sends only the tokens.
  const { invitations = [], shownTokens = [], trustRules = [] }: Partial<Access> = access
  return (
    <>
      {invitations.length > 0 && (
        <section className="flex flex-col gap-2">
          <p>Their open invitations are withdrawn: {invitations.map(({ email }) => email).join(', ')}.</p>
          <Checkbox
            label="Keep these invitations open"
            value={choices.keepsInvitations}
            onChange={(isKept) => choices.set({ keepsInvitations: isKept === true })}
          />
        </section>
      )}
      {trustRules.length > 0 && (
        <section className="flex flex-col gap-2">
          <p>Trust rules that they created stay in force: {trustRules.map(ofAccount).join(', ')}.</p>
          <Checkbox
            label="Delete these trust rules"
            value={choices.deletesTrustRules}
            onChange={(isDeleted) => choices.set({ deletesTrustRules: isDeleted === true })}
          />
        </section>
      )}
      {shownTokens.length > 0 && (
        <p>
          They have seen the secrets of {shownTokens.map(ofAccount).join(', ')}. Rotate these tokens after you
          remove them.
        </p>
      )}
    </>
  )
}
