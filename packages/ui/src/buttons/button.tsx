import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button as AriaButton, type PressEvent } from 'react-aria-components'
import { type ButtonSize, type ButtonTone, type ButtonVariant, buttonStyle } from '../lib/button-style.ts'
import type { RequestStatus } from '../lib/request-status.ts'
import type { IconName } from '../lib/resolve-icon.ts'
import { DisabledReason } from '../overlays/tooltip.tsx'
import { Icon } from '../text/icon.tsx'

export interface ButtonProps {
  children?: ReactNode
  onPress?: (event: PressEvent) => void
  type?: 'button' | 'submit' | 'reset'
  /** Id of the form to submit, for a button outside that form. */
  form?: string
  tone?: ButtonTone
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  iconRight?: IconName
  isDisabled?: boolean
  /** The reason why the button is disabled, shown in a tooltip and read by screen readers. The button stays focusable. */
  disabledReason?: string | undefined
  isLoading?: boolean
  /** Shows the loading state while the request is pending, and the success state for 2 seconds after it succeeds. */
  requestStatus?: Pick<RequestStatus, 'isPending' | 'isSuccess'>
  loadingText?: string
  successText?: string
  autoFocus?: boolean
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox'
}

/** How long a button shows that its request succeeded. */
const successDisplayMs = 2000

/** True for 2 seconds after a pending request succeeds. A success from before the component mounted does not count. */
function useSuccessFlash(status: ButtonProps['requestStatus']): boolean {
  const { isPending = false, isSuccess = false } = status ?? {}
  const wasPending = useRef(isPending)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const hasJustSucceeded = wasPending.current && !isPending && isSuccess
    wasPending.current = isPending
    setShown(hasJustSucceeded)
    if (!hasJustSucceeded) return
    const timer = setTimeout(() => setShown(false), successDisplayMs)
    return () => clearTimeout(timer)
  }, [isPending, isSuccess])
  return isShown
}

/** A cell of the one-cell grid in which the loading or success text lies over the button's own text. */
const cell = 'col-start-1 row-start-1 flex items-center justify-center gap-[inherit]'

/**
 * A button with disabled, loading and success states. While loading, it keeps the focus and ignores presses. The default
 * texts are "Loading..." and "Success!". See docs/product/interface.md#buttons.
 */
export function Button({
  children,
  onPress,
  type = 'button',
  tone = 'neutral',
  variant = tone === 'neutral' ? 'outline' : 'solid',
  size = 'md',
  icon,
  iconRight,
  isDisabled = false,
  disabledReason,
  isLoading = false,
  requestStatus,
  loadingText = 'Loading...',
  successText = 'Success!',
  className,
  ...rest
}: ButtonProps) {
  const isBusy = isLoading || requestStatus?.isPending === true
  const isSuccessShown = useSuccessFlash(requestStatus) && !isBusy
  const isExplained = isDisabled && Boolean(disabledReason)
  const iconSize = size === 'xs' ? 'xs' : 'sm'
  const shownTone = isSuccessShown ? 'success' : tone

  const idleContent = (
    <>
      {icon && <Icon name={icon} size={iconSize} />}
      {/* An element, because a page translation replaces bare text, which React then can't remove. */}
      <span className="contents">{children}</span>
      {iconRight && <Icon name={iconRight} size={iconSize} />}
    </>
  )

  const button = (describedBy = rest['aria-describedby']) => (
    <AriaButton
      {...rest}
      type={type}
      onPress={onPress}
      isDisabled={isDisabled && !isExplained}
      // A pending React Aria button stays focusable and ignores presses, which a disabled button with a reason also needs.
      isPending={isBusy || isExplained}
      aria-describedby={describedBy}
      className={buttonStyle({
        tone: shownTone,
        variant,
        size,
        isInert: isDisabled && !isBusy && !isSuccessShown,
        isBusy,
        className,
      })}
    >
      {isBusy || isSuccessShown ? (
        // Without the key, React would reuse the element of the idle text and remove the text in it.
        <span key="busy" className="grid gap-[inherit]">
          {/* Keeps the button's width, so that the next button doesn't move under the pointer. */}
          <span aria-hidden="true" className={`${cell} invisible`}>
            {idleContent}
          </span>
          <span className={cell}>
            <Icon name={isBusy ? 'loader' : 'check'} size={iconSize} />
            <span>{isBusy ? loadingText : successText}</span>
          </span>
        </span>
      ) : (
        idleContent
      )}
    </AriaButton>
  )

  if (!disabledReason) return button()
  return <DisabledReason reason={isExplained ? disabledReason : undefined}>{button}</DisabledReason>
}
