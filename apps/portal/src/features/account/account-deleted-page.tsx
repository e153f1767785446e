import { dayMs } from '@portal/contract/durations'
import { restorableDays } from '@portal/contract/limits'
import { serverNow } from '@portal/ui/lib/server-clock'
import { env } from '../../lib/env.ts'
import { Logo } from '../../lib/layout/logo.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function SupportLink() {
  return (
    <a href={`mailto:${env.supportEmail}`} className={plainLink}>
      {env.supportEmail}
    </a>
  )
}

/**
 * Shown after a user has deleted the account. Without a day, as for a visitor who opens the address, and after that day, says only
 * what holds for every deleted account. See docs/product/account.md#deleting-the-account.
 */
export function AccountDeletedPage({ until }: { until?: string }) {
  const day = until && Date.parse(until) > serverNow().getTime() - dayMs ? new Date(until) : undefined
  return (
    <NoticePage
      title={day ? 'Your account has been deleted' : 'Deleted accounts'}
      tabTitle={day ? 'Account deleted' : 'Deleted accounts'}
      icon={<Logo className="size-14" />}
    >
      {day ? (
        <>
          <p>You have been signed out everywhere, and your API tokens no longer work.</p>
          <p>
            Support can restore your account until{' '}
            <time dateTime={until} className="whitespace-nowrap text-content">
              {longDate.format(day)}
            </time>
            . Write to <SupportLink />.
          </p>
          <p>After that, it cannot be restored, and you can sign up again with the same email address.</p>
        </>
      ) : (
        <>
          <p>
            Support can restore an account for {restorableDays} days after its user has deleted it. Write to{' '}
            <SupportLink />.
          </p>
          <p>
            Haven't deleted your account?{' '}
            <a href="/login" className={plainLink}>
              Log in
            </a>
            .
          </p>
        </>
      )}
    </NoticePage>
  )
}
