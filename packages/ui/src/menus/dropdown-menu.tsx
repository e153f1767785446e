import { type ReactElement, useContext } from 'react'
import {
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Link,
  Menu,
  MenuTrigger,
  OverlayTriggerStateContext,
  Popover,
  type PopoverProps,
  Separator,
  SubmenuTrigger,
} from 'react-aria-components'
import type { BaseIconName } from '../lib/icon-set.ts'
import { overlayPanel, overlayRow, overlayRowStates, rowHighlight } from '../lib/overlay-style.ts'
import { Icon } from '../text/icon.tsx'
import { SubmenuCloseDelay } from './submenu-close-delay.tsx'

export interface MenuItem {
  label: string
  icon?: BaseIconName
  onAction?: () => void
  /** Makes the item a link. */
  href?: string
  isDanger?: boolean
  /** Disables the item, and is shown below its label. */
  disabledReason?: string | undefined
  /** The items of a submenu. */
  items?: readonly MenuItem[]
}

/** Items below a line. */
export interface MenuSection {
  /** Accessible name of the group. */
  section: string
  items: readonly (MenuItem | false)[]
}

/** Links to pages that belong to the menu but are not its items. Tab leads to them. */
export interface MenuLinks {
  /** Accessible name of the group. */
  label: string
  links: readonly { label: string; icon: BaseIconName; href: string }[]
}

export interface DropdownMenuProps {
  /** The button that opens the menu and gives it its accessible name. Must be a button from this package. */
  trigger: ReactElement
  /** The items and sections. `false` is skipped, so that an item can depend on a condition. */
  items: readonly (MenuItem | MenuSection | false)[]
  /** Shown above the items. */
  links?: MenuLinks | undefined
  placement?: PopoverProps['placement']
}

const panel = `${overlayPanel} min-w-40 max-w-[280px]`
const list = 'flex flex-col gap-px p-1 outline-none'

function row({ label, icon, onAction, href, isDanger = false, disabledReason, items }: MenuItem) {
  const item = (
    <AriaMenuItem
      key={label}
      textValue={label}
      onAction={onAction}
      href={href}
      isDisabled={disabledReason !== undefined}
      className={`${overlayRow} ${overlayRowStates} ${isDanger ? 'text-danger-text' : ''}`}
    >
      {icon && <Icon name={icon} size="sm" className={isDanger ? '' : 'text-content-muted'} />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="wrap-anywhere">{label}</span>
        {disabledReason && <span className="text-xs text-content-muted wrap-anywhere">{disabledReason}</span>}
      </span>
      {items && <Icon name="chevron--right" size="sm" className="-mr-0.5 text-content-subtle" />}
    </AriaMenuItem>
  )
  if (!items) return item
  return (
    <SubmenuTrigger key={label} delay={0}>
      {item}
      <Popover offset={2} crossOffset={-4} className={panel}>
        <Menu className={list}>{items.map(row)}</Menu>
      </Popover>
    </SubmenuTrigger>
  )
}

function section({ section: name, items }: MenuSection, position: number) {
  return [
    position > 0 && <Separator key={`line above ${name}`} className="-mx-1 my-1 h-px bg-line" />,
    <AriaMenuSection key={name} aria-label={name} className="flex flex-col gap-px">
      {items.map((item) => item && row(item))}
    </AriaMenuSection>,
  ]
}

function LinkRow({ label, links }: MenuLinks) {
  const menu = useContext(OverlayTriggerStateContext)
  return (
    <nav aria-label={label} className="flex gap-px border-line border-b p-1">
      {links.map((link) => (
        <Link
          key={link.href}
          href={link.href}
          onPress={() => menu?.close()}
          className={`${overlayRow} ${rowHighlight} grow text-content no-underline`}
        >
          <Icon name={link.icon} size="sm" className="text-content-muted" />
          {link.label}
        </Link>
      ))}
    </nav>
  )
}

/**
 * A menu that opens from a button and is at most 280 px wide. Submenus open on hover and close 300 ms after the pointer leaves
 * them. See docs/product/interface.md#menus-and-modals.
 */
export function DropdownMenu({ trigger, items, links, placement = 'bottom end' }: DropdownMenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={4} className={panel}>
        {links && <LinkRow {...links} />}
        <SubmenuCloseDelay>
          <Menu className={list}>
            {items
              .filter((item) => item !== false)
              .map((item, position) => ('section' in item ? section(item, position) : row(item)))}
          </Menu>
        </SubmenuCloseDelay>
      </Popover>
    </MenuTrigger>
  )
}
