import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Button, type ButtonProps } from './button.tsx'

/** How long the control waits for the second click. */
const confirmWindowMs = 3000
/** Clicks within this time of the first are ignored, because they are likely an accidental double click. */
const confirmDeafMs = 300

/**
 * Handles a control that needs two clicks. The first `press` arms it. A later one confirms, unless it comes within
 * `confirmDeafMs`.
 */
function useConfirmPress(onConfirm: () => void): { isArmed: boolean; press: () => void } {
  const [isArmed, setArmed] = useState(false)
  const isDeaf = useRef(false)

  useEffect(() => {
    if (!isArmed) return
    isDeaf.current = true
    const hear = setTimeout(() => {
      isDeaf.current = false
    }, confirmDeafMs)
    const disarm = setTimeout(() => setArmed(false), confirmWindowMs)
    return () => {
      clearTimeout(hear)
      clearTimeout(disarm)
    }
  }, [isArmed])

  function press() {
    if (!isArmed) {
      isDeaf.current = true
      setArmed(true)
    } else if (!isDeaf.current) {
      setArmed(false)
      onConfirm()
    }
  }

  return { isArmed, press }
}

export interface ConfirmButtonProps extends Omit<ButtonProps, 'onPress' | 'type'> {
  /** Called on the second click. */
  onConfirm: () => void
  confirmText?: string
  /** What helps the user decide, shown below the button while it waits for the second click. */
  confirmDetail?: ReactNode
}

/**
 * A button for actions that are hard to undo. The first click shows "You sure? Click again to confirm", and a second click
 * within 3 seconds confirms. Clicks within 300 ms of the first are ignored.
 */
export function ConfirmButton({
  onConfirm,
  confirmText = 'You sure? Click again to confirm',
  confirmDetail,
  children,
  icon,
  ...rest
}: ConfirmButtonProps) {
  const { isArmed, press } = useConfirmPress(onConfirm)
  return (
    <>
      <Tooltip content={confirmDetail} placement="bottom end" isOpen={isArmed && Boolean(confirmDetail)}>
        <Button
          {...rest}
          data-armed={isArmed || undefined}
          icon={isArmed ? 'alert-triangle' : icon}
          onPress={press}
        >
          {/* Keys, so that React replaces whole elements: a page translation may have replaced the text in them. */}
          {isArmed ? (
            <span key="armed">{confirmText}</span>
          ) : (
            <span key="idle" className="contents">
              {children}
            </span>
          )}
        </Button>
      </Tooltip>
      <span role="status" className="sr-only">
        {isArmed ? (
          <span>
            {confirmText}
            {confirmDetail && <span>. {confirmDetail}</span>}
          </span>
        ) : (
          ''
        )}
      </span>
    </>
  )
}
