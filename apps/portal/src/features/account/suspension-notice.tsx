import { Icon } from '@portal/ui/icon'
import { TextLink } from '@portal/ui/text-link'
import { env } from '../../lib/env.ts'
import { NoticePage } from '../../lib/notice-page.tsx'

/** All that a suspended person sees (SPEC section 2, "Suspension notice"). */
export function SuspensionNotice() {
  return (
    <NoticePage title="Account Paused" icon={<Icon name="pause" size="2xl" className="text-warning-text" />}>
      <p>Your account has been paused pending payment or payment information.</p>
      <p>
        Please contact support at <TextLink href={`mailto:${env.supportEmail}`}>{env.supportEmail}</TextLink>.
      </p>
    </NoticePage>
  )
}
