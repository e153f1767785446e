import type { ReactNode } from 'react'
import { Modal as AriaModal, Dialog, Heading, ModalOverlay } from 'react-aria-components'
import { tv, type VariantProps } from 'tailwind-variants/lite'
import { IconButton } from '../buttons/icon-button.tsx'
import { ScrollArea } from '../layout/scroll-area.tsx'

// Only the scrim of the topmost modal darkens the page. The scrims below turn transparent as it fades in, so that the page
// doesn't get darker.
const scrim =
  'modal-scrim fixed inset-0 z-50 flex items-center justify-center bg-overlay p-8 transition-[opacity,background-color] entering:opacity-0 exiting:opacity-0 has-[~.modal-scrim:not([data-exiting])]:bg-transparent'

const panelStyle = tv({
  base: 'flex max-h-[calc(100dvh-4rem)] w-full flex-col overflow-hidden rounded-xl bg-surface-raised text-content shadow-overlay forced-colors:border transition entering:scale-97 entering:opacity-0 exiting:scale-98 exiting:opacity-0',
  variants: {
    size: {
      sm: 'max-w-sm',
      md: 'max-w-md',
      lg: 'max-w-lg',
      xl: 'max-w-xl',
      '2xl': 'max-w-2xl',
      '3xl': 'max-w-3xl',
      '4xl': 'max-w-4xl',
      '5xl': 'max-w-5xl',
      '6xl': 'max-w-6xl',
      '7xl': 'max-w-7xl',
    },
  },
  defaultVariants: { size: 'md' },
})

type ModalSize = NonNullable<VariantProps<typeof panelStyle>['size']>

export interface ModalProps {
  title: string
  /** Text below the title. */
  description?: ReactNode
  children?: ReactNode
  /** The dialog's buttons, with the primary one last. */
  footer?: ReactNode
  isOpen: boolean
  onOpenChange?: (isOpen: boolean) => void
  /**
   * The maximum width in pixels: sm 384, md 448, lg 512, xl 576, 2xl 672, 3xl 768, 4xl 896, 5xl 1024, 6xl 1152,
   * 7xl 1280.
   */
  size?: ModalSize
  /** If false, only the dialog's buttons can close it. It has no cross and ignores Escape and outside clicks. */
  isDismissable?: boolean
  role?: 'dialog' | 'alertdialog'
}

/**
 * A dialog over the page, in sizes sm to 7xl. It traps the focus and returns it to the previously focused element on close.
 */
export function Modal({
  title,
  description,
  children,
  footer,
  isOpen,
  onOpenChange,
  size,
  isDismissable = true,
  role = 'dialog',
}: ModalProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={scrim}
    >
      <AriaModal className={panelStyle({ size })}>
        <Dialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex flex-col gap-1 px-5 pt-4.5 pb-3">
            <div className="flex items-start gap-4">
              <Heading
                slot="title"
                className="min-w-0 flex-1 text-xl font-semibold text-balance wrap-anywhere"
              >
                {title}
              </Heading>
              {isDismissable && (
                <IconButton
                  slot="close"
                  icon="x"
                  label="Close"
                  size="sm"
                  isTooltipHidden
                  className="-mt-0.5 -mr-1.5"
                />
              )}
            </div>
            {description && <p className="text-sm text-content-muted wrap-anywhere">{description}</p>}
          </header>
          {children && (
            <ScrollArea label={title} className="min-h-0 flex-1 px-5 pt-1 pb-5 text-base wrap-anywhere">
              {children}
            </ScrollArea>
          )}
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3">
              {footer}
            </footer>
          )}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
