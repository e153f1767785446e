import { ProgressBar } from 'react-aria-components'
import { Icon, type IconSize } from '../text/icon.tsx'

export interface SpinnerProps {
  /** What is going on, for those who do not see it turn. */
  label?: string
  size?: IconSize
  className?: string
}

/** Work of unknown length. Where text beside it says so already, use `<Icon name="loader" />`. */
export function Spinner({ label = 'Loading...', size = 'md', className }: SpinnerProps) {
  return (
    <ProgressBar isIndeterminate aria-label={label} className={`inline-flex ${className ?? ''}`}>
      <Icon name="loader" size={size} />
    </ProgressBar>
  )
}
