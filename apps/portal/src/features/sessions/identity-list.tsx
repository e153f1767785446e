import type { Identity } from '@portal/contract/sessions'
import { Pill } from '@portal/ui/data/pill'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'

/** Display names of the providers. Unlisted providers are shown under their own name. */
const providerNames: Partial<Record<string, string>> = {
  auth0: 'Email and password',
  github: 'GitHub',
  'google-oauth2': 'Google',
}

/** The sign-in methods linked to the account. */
export function IdentityList({ identities }: { identities: readonly Identity[] }) {
  if (identities.length === 0)
    return <EmptyState size="sm" icon={<Icon name="key" />} title="No sign-in methods yet" />
  return (
    <ul
      aria-label="Ways to sign in"
      className="divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised"
    >
      {identities.map(({ subject, provider, email, isEmailVerified, lastSignInAt, isCurrent }) => (
        <li key={subject} className="flex items-center gap-3.5 px-5 py-3.5">
          <Icon name="key" size="md" className="shrink-0 text-content-subtle" />
          <div className="min-w-0 grow">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{providerNames[provider] ?? provider}</span>
              {isCurrent && <Pill tone="success">Used now</Pill>}
              {!isEmailVerified && <Pill tone="warning">Email not verified</Pill>}
            </div>
            <p className="flex flex-wrap gap-x-1.5 text-content-muted text-sm">
              <span className="wrap-anywhere">{email},</span>
              <span>
                last used <Timestamp date={lastSignInAt} isRelative />
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
