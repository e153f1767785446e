import { useContext } from 'react'
import { Button as AriaButton, type PressEvent, ProgressBarContext } from 'react-aria-components'
import { type ButtonSize, type ButtonTone, type ButtonVariant, buttonStyle } from '../lib/button-style.ts'
import type { IconName } from '../lib/resolve-icon.ts'
import { DisabledReason, type TooltipProps } from '../overlays/tooltip.tsx'
import { Icon, type IconSize } from '../text/icon.tsx'

/**
 * The content of a pending button that has an accessible label: the spinning icon, and the text added to the button's
 * name. A real progress bar would not work here, because its value is read instead of its name.
 */
function PendingIcon({ text, size }: { text: string; size: IconSize }) {
  const context = useContext(ProgressBarContext)
  const id = context && 'id' in context ? context.id : undefined
  return (
    <>
      <Icon name="loader" size={size} />
      <span id={id} className="sr-only">
        {text}
      </span>
    </>
  )
}

export interface IconButtonProps {
  icon: IconName
  /** The button's name, shown in the tooltip and read by screen readers. */
  label: string
  onPress?: (event: PressEvent) => void
  tone?: ButtonTone
  variant?: ButtonVariant
  size?: ButtonSize
  isLoading?: boolean
  loadingText?: string
  isDisabled?: boolean
  /** The reason why the button is disabled. It replaces the label in the tooltip, and the button stays focusable. */
  disabledReason?: string | undefined
  /** Makes the button a toggle that is on or off. Omit it for an ordinary button. */
  isSelected?: boolean
  /** Hides the tooltip, for places where it would repeat visible text. */
  isTooltipHidden?: boolean
  tooltipPlacement?: TooltipProps['placement']
  className?: string
  /** Classes for the icon, such as `fill-current` for the star of a favourite. */
  iconClassName?: string
  slot?: string | null
}

/** An icon-only button with a tooltip and a loading state. */
export function IconButton({
  icon,
  label,
  onPress,
  tone = 'neutral',
  variant = 'ghost',
  size = 'md',
  isLoading = false,
  loadingText = 'Loading...',
  isDisabled = false,
  disabledReason,
  isSelected,
  isTooltipHidden,
  tooltipPlacement,
  className,
  iconClassName,
  slot,
}: IconButtonProps) {
  const isExplained = isDisabled && Boolean(disabledReason)
  const iconSize = size === 'xs' ? 'xs' : 'sm'
  return (
    <DisabledReason
      reason={isExplained ? disabledReason : undefined}
      label={isTooltipHidden ? undefined : isLoading ? loadingText : label}
      placement={tooltipPlacement}
    >
      {(describedBy) => (
        <AriaButton
          slot={slot}
          aria-label={label}
          aria-pressed={isSelected}
          aria-describedby={describedBy}
          onPress={onPress}
          isDisabled={isDisabled && !isExplained}
          isPending={isLoading || isExplained}
          className={buttonStyle({
            tone,
            variant,
            size,
            isIconOnly: true,
            isInert: isDisabled,
            isBusy: isLoading,
            className,
          })}
        >
          {isLoading ? (
            <PendingIcon text={loadingText} size={iconSize} />
          ) : (
            <Icon name={icon} size={iconSize} className={iconClassName} />
          )}
        </AriaButton>
      )}
    </DisabledReason>
  )
}
