import { ProgressBar } from 'react-aria-components'
import { Icon, type IconSize } from '../text/icon.tsx'

export interface SpinnerProps {
  /** What is loading, for screen readers. */
  label?: string
  size?: IconSize
  className?: string
}

/** A spinner for work of unknown length. It appears after 200 ms. Where adjacent text already says so, use `<Icon name="loader" />`. */
export function Spinner({ label = 'Loading...', size = 'md', className }: SpinnerProps) {
  return (
    <ProgressBar isIndeterminate aria-label={label} className={`inline-flex animate-late ${className ?? ''}`}>
      <Icon name="loader" size={size} />
    </ProgressBar>
  )
}
