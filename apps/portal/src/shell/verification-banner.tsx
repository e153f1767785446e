import type { User } from '@portal/contract/account/account'
import { Icon } from '@portal/ui/text/icon'
import { useVerification } from '../features/account/use-verification.ts'
import { VerificationButtons, VerificationError } from '../features/account/verification-buttons.tsx'

/** Asks the user to verify the email, on every page that does not ask for it in its content. */
export function VerificationBanner({ user }: { user: User }) {
  const verification = useVerification(user)
  return (
    <section
      aria-label="Email verification"
      className="border-warning-line border-b bg-warning-soft text-warning-text"
    >
      <div className="mx-auto flex w-full max-w-[1248px] flex-wrap items-center gap-x-4 gap-y-2 px-6 py-2.5">
        <Icon name="mail" size="sm" />
        <div className="flex min-w-0 grow basis-80 flex-col gap-1">
          <p className="font-medium">Please verify your email address</p>
          <p className="text-sm">You will not be able to use the product until you verify your email.</p>
          <VerificationError verification={verification} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <VerificationButtons
            verification={verification}
            email={user.email}
            size="sm"
            resendTone="warning"
          />
        </div>
      </div>
    </section>
  )
}
