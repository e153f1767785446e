import { env } from '../../lib/env.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'

const startAgain = 'Please start again.'

const sentences: Record<string, string> = {
  expired: `This sign-in took too long, or it was finished already. ${startAgain}`,
  used: `This sign-in has been finished already. ${startAgain}`,
  forged: `This sign-in does not come from here. ${startAgain}`,
  foreign: `This sign-in was begun in another browser, or its cookie is gone. ${startAgain}`,
  denied: 'You turned the sign-in down, or the sign-in service did.',
  unavailable: 'The sign-in service cannot be reached at the moment. Please try again in a minute.',
  unverified:
    'An account with this email address exists already. Verify the address with the sign-in service, then try again.',
  'no-email': 'The sign-in service did not tell us your email address, and there is no account without one.',
  deleted: 'This account has been deleted.',
  'too-many': 'There were too many attempts in a short time. Please wait a minute.',
  failed: `Something went wrong on our side. ${startAgain}`,
}

/** Why a sign-in did not happen, and the way back (RULES section 1). */
export function SignInProblemPage({ reason }: { reason?: string }) {
  const known = reason !== undefined && Object.hasOwn(sentences, reason) ? sentences[reason] : undefined
  return (
    <NoticePage title="We could not sign you in" tabTitle="Sign-in problem">
      <p>{known ?? sentences.failed}</p>
      <p>
        <a href="/login" className={plainLink}>
          Back to login
        </a>
      </p>
      <p className="text-sm">
        Does it happen again? Write to{' '}
        <a href={`mailto:${env.supportEmail}`} className={plainLink}>
          {env.supportEmail}
        </a>
        .
      </p>
    </NoticePage>
  )
}
