import { Icon } from '@portal/ui/icon'
import { TextLink } from '@portal/ui/text-link'
import { env } from '../../lib/env.ts'
import { NoticePage } from '../../lib/notice-page.tsx'

/** All that a quarantined person sees (SPEC section 2, "Quarantine notice"). */
export function QuarantineNotice() {
  return (
    <NoticePage
      title="Account Quarantined"
      icon={<Icon name="shield" size="2xl" className="text-danger-text" />}
    >
      <p>Your account has been paused for suspicious activity.</p>
      <p>
        Please contact support at <TextLink href={`mailto:${env.supportEmail}`}>{env.supportEmail}</TextLink>.
      </p>
    </NoticePage>
  )
}
