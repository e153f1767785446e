import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel, TabPanels } from 'react-aria-components'
import { focusRing, focusRingInset } from '../lib/focus-ring.ts'
import type { IconName } from '../lib/resolve-icon.ts'
import { Icon } from '../text/icon.tsx'

export interface TabItem {
  id: string
  label: string
  icon?: IconName
  /** Shown after the label, such as a PillCounter. */
  badge?: ReactNode
  content: ReactNode
  isDisabled?: boolean
}

export interface TabsProps {
  /** Accessible name of the row of tabs. */
  label: string
  items: readonly TabItem[]
  selectedId?: string
  defaultSelectedId?: string
  onSelect?: (id: string) => void
  className?: string
}

/** Several panels of which one is visible. Arrow keys, Home and End move between the tabs. */
export function Tabs({ label, items, selectedId, defaultSelectedId, onSelect, className }: TabsProps) {
  return (
    <AriaTabs
      selectedKey={selectedId}
      defaultSelectedKey={defaultSelectedId}
      onSelectionChange={(key) => onSelect?.(String(key))}
      className={`flex flex-col ${className ?? ''}`}
    >
      <TabList
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {items.map(({ id, label: tabLabel, icon, badge, isDisabled }) => (
          <Tab
            key={id}
            id={id}
            isDisabled={isDisabled}
            className={`${focusRingInset} -mb-px flex cursor-pointer items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-2.5 pt-1.5 pb-2 text-sm font-medium whitespace-nowrap text-content-muted transition-colors hover:text-content selected:border-accent-text selected:text-content selected:forced-selection! forced-colors:selected:-outline-offset-4 forced-colors:selected:outline-[Highlight] forced-colors:selected:focus-visible:outline-[HighlightText] disabled:cursor-not-allowed disabled:opacity-50`}
          >
            {icon && <Icon name={icon} size="sm" />}
            <span className="contents">{tabLabel}</span>
            {badge}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {items.map(({ id, content }) => (
          <TabPanel key={id} id={id} className={`${focusRing} rounded-md pt-4`}>
            {content}
          </TabPanel>
        ))}
      </TabPanels>
    </AriaTabs>
  )
}
