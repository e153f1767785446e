import type { ReactNode } from 'react'
import { useMenuParts } from '../lib/menu-parts.ts'
import type { IconName } from '../lib/resolve-icon.ts'

export interface DropdownMenuItemProps {
  children: ReactNode
  /** Its name for first-letter search, where the children are not plain text. */
  textValue?: string
  icon?: IconName
  /** A second line. */
  description?: ReactNode
  /** The keys that do the same, shown at the end. */
  shortcut?: string
  onAction?: () => void
  href?: string
  isNewTab?: boolean
  isDisabled?: boolean
  /** Shows a tick: the choice in force. */
  isChecked?: boolean
  tone?: 'neutral' | 'danger'
}

/** One thing to do, or one place to go, in a DropdownMenu. */
export function DropdownMenuItem(props: DropdownMenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...props} />
}
