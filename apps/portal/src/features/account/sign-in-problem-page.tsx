import { Scene } from '@portal/ui/feedback/scene'
import { env } from '../../lib/env.ts'
import { keepOtherSignIn } from '../../lib/guard/after-logout.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'

const startAgain = 'Try signing in again.'

const sentences: Record<string, string> = {
  expired: `This sign-in took too long or was already completed. ${startAgain}`,
  used: `This sign-in was already completed. ${startAgain}`,
  forged: `This sign-in did not start from this site. ${startAgain}`,
  foreign: `This sign-in was started in another browser, or its cookie is missing. ${startAgain}`,
  denied: 'You canceled the sign-in, or the sign-in service rejected it.',
  unavailable: 'The sign-in service is temporarily unavailable. Try again in a minute.',
  unverified:
    'An account with this email address already exists. Verify the address with the sign-in service, then try again.',
  'no-email':
    'The sign-in service did not share your email address, which we need to create an account. Allow it to share the address, or sign in another way.',
  'no-auth-time': `The sign-in service did not report when you last entered your credentials, so we could not sign you in. Only the operator of this site can fix this. Contact ${env.supportEmail}.`,
  'not-repeated':
    'The sign-in service did not ask you to enter your credentials again. You are still signed in, and nothing has changed. Go back and try again.',
  'other-account':
    'You signed in to a different account. You are still signed in here to the account you were using, and nothing has changed. Go back and sign in to the same account again.',
  deleted: `The account with this email address has been deleted. Within 30 days of the deletion, ${env.supportEmail} can restore it. After that, you can sign up again.`,
  removed: 'This way to sign in was removed from your account. Sign in another way.',
  'not-approved':
    'This email address already has an account, and you have been signed out. To protect that account, its owner must approve this way to sign in. If the account is yours, sign in the way you usually do. Then approve this way in the Security section of your account.',
  'too-many': 'Too many attempts. Wait a few minutes, then try again.',
  failed: `Something went wrong on our side. ${startAgain}`,
}

/** The sign-in service would only repeat these sign-ins, so the user signs out there first and then arrives at its sign-in form. */
const needsOtherSignIn = ['deleted', 'removed', 'not-approved']

/** Problems that a retry does not solve. */
const finalReasons = [...needsOtherSignIn, 'no-email', 'no-auth-time']

/** The user is still signed in, so the login page returns them to the page that they left. */
const leadsBack = ['not-repeated', 'other-account']

/** Explains why a sign-in failed, with a link back to login. */
export function SignInProblemPage({ reason }: { reason?: string }) {
  const known = reason !== undefined && Object.hasOwn(sentences, reason) ? sentences[reason] : undefined
  return (
    <NoticePage title="We could not sign you in" tabTitle="Sign-in problem" icon={<Scene name="locked" />}>
      <p>{known ?? sentences.failed}</p>
      <p>
        {needsOtherSignIn.includes(reason ?? '') ? (
          <a href="/logout" onClick={keepOtherSignIn} className={plainLink}>
            Sign in another way
          </a>
        ) : (
          <a href="/login" className={plainLink}>
            {leadsBack.includes(reason ?? '') ? 'Go back' : 'Back to login'}
          </a>
        )}
      </p>
      {!finalReasons.includes(reason ?? '') && (
        <p className="text-sm">
          If this keeps happening, contact{' '}
          <a href={`mailto:${env.supportEmail}`} className={plainLink}>
            {env.supportEmail}
          </a>
          .
        </p>
      )}
    </NoticePage>
  )
}
