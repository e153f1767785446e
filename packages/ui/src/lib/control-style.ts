import { tv } from 'tailwind-variants/lite'
import { rowHighlight } from './overlay-style.ts'

/** The frame shared by inputs, selects and text areas. */
export const controlFrame = tv({
  base: [
    'flex w-full min-w-0 items-center rounded-md border',
    'outline-2 outline-unfocused outline-offset-1 transition-[border-color,outline-color,background-color]',
    'has-[input:focus,textarea:focus]:outline-focus forced-colors:has-[input:focus,textarea:focus]:outline-[Highlight]',
  ],
  variants: {
    size: {
      sm: 'min-h-7 text-sm',
      md: 'min-h-[34px] text-base',
      lg: 'min-h-10 text-base',
    },
    state: {
      ready: 'border-line-strong bg-surface-field text-content hover:border-content-subtle',
      refused: 'border-danger bg-surface-field text-content',
      readOnly: 'border-line bg-surface-sunken text-content-muted',
      disabled: 'cursor-not-allowed border-line bg-surface-sunken text-content-subtle',
    },
  },
  defaultVariants: { size: 'md', state: 'ready' },
})

/** Returns the one state that a frame shows. A control that cannot be changed never shows an error. */
export function frameState(is: { disabled: boolean; readOnly?: boolean; refused: boolean }) {
  if (is.disabled) return 'disabled'
  if (is.readOnly) return 'readOnly'
  return is.refused ? 'refused' : 'ready'
}

/** The text input inside the frame. */
export const controlInput = [
  'min-w-0 flex-1 self-stretch bg-transparent px-2.5 outline-none placeholder:text-content-subtle',
  'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
].join(' ')

/** A small button inside the frame, such as "Show password" or "Open calendar". */
export const controlButton = [
  'mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-content-muted outline-2 outline-unfocused',
  'transition-colors hover:bg-surface-hover hover:text-content focus-visible:outline-focus pressed:bg-surface-pressed',
  'disabled:pointer-events-none disabled:text-content-subtle forced-colors:focus-visible:outline-[Highlight]',
].join(' ')

/** A popover below a control, such as a list or a calendar. It scrolls in a low window. */
export const controlPopover = [
  'max-w-[calc(100%-24px)] overflow-y-auto rounded-lg border border-line bg-surface-raised shadow-overlay outline-none',
  'transition-opacity entering:opacity-0 exiting:opacity-0',
].join(' ')

/**
 * A list of options. It is at least as wide as its control, but leaves 12 px on each side of the window. If it overflowed the
 * window, an arrow key would scroll the page sideways to the focused option, and scrolling closes the list of a combo box.
 */
export const controlList = `${controlPopover} min-w-[min(var(--trigger-width),100%-24px)]`

/** One option of such a list. */
export const controlOption = [
  'flex cursor-default select-none items-start gap-2 rounded-md px-2 py-1.5 text-base text-content',
  `${rowHighlight} disabled:text-content-subtle`,
].join(' ')
