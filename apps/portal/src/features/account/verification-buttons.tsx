import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import type { Verification } from './use-verification.ts'

interface VerificationButtonsProps {
  verification: Verification
  /** Also says where the email went. */
  email: string
  size: ButtonProps['size']
  tone?: ButtonProps['tone']
  resendTone?: ButtonProps['tone']
  resendVariant?: ButtonProps['variant']
}

/** "Already verified?" and "Resend Email". */
export function VerificationButtons({
  verification,
  email,
  size,
  tone,
  resendTone,
  resendVariant = 'ghost',
}: VerificationButtonsProps) {
  const { check, resend, isChecking, isResending, isResent, hasJustFailed } = verification
  return (
    <>
      <Button size={size} tone={tone} onPress={() => void check()} isLoading={isChecking}>
        {hasJustFailed ? 'Not Verified, Try Again' : 'Already verified?'}
      </Button>
      {isResent ? (
        <span role="status" className="text-sm text-pretty wrap-anywhere">
          {`We sent another email to ${email}.`}
        </span>
      ) : (
        <Button
          size={size}
          variant={resendVariant}
          tone={resendTone}
          onPress={resend}
          isLoading={isResending}
        >
          Resend Email
        </Button>
      )}
    </>
  )
}

/** Why the last check or the last email failed. */
export function VerificationError({ verification }: { verification: Verification }) {
  const { errorMessage, isErrorOutdated } = verification
  if (!errorMessage || isErrorOutdated) return null
  return (
    <p role="alert" className="font-medium text-danger-text text-sm">
      {`ERROR: ${errorMessage}`}
    </p>
  )
}
