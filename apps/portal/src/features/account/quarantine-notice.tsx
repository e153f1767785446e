import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { ReasonGiven } from './reason-given.tsx'

/** The only page that a quarantined user can see. */
export function QuarantineNotice() {
  const { quarantineReason } = useUser()
  return (
    <NoticePage
      title="Account Quarantined"
      icon={<Icon name="shield" size="2xl" className="text-danger-text" />}
    >
      <p>Your account has been paused for suspicious activity.</p>
      <ReasonGiven reason={quarantineReason} />
      <p>
        Contact support at <TextLink href={`mailto:${env.supportEmail}`}>{env.supportEmail}</TextLink>.
      </p>
    </NoticePage>
  )
}
