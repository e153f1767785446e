import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel, TabPanels } from 'react-aria-components'
import { focusRing, focusRingInset } from '../lib/focus-ring.ts'

export interface TabsProps {
  /** Accessible name of the row of tabs. */
  label: string
  /** The labels must differ. */
  items: readonly { label: string; content: ReactNode }[]
  /** The label of the tab that is open at first. Default: the first tab. */
  initial?: string | undefined
}

/** Several panels of which one is visible. Arrow keys, Home and End move between the tabs. */
export function Tabs({ label, items, initial = items[0]?.label }: TabsProps) {
  return (
    <AriaTabs defaultSelectedKey={initial} className="flex flex-col">
      <TabList
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {items.map((item) => (
          <Tab
            key={item.label}
            id={item.label}
            className={`${focusRingInset} -mb-px flex cursor-pointer items-center rounded-t-md border-b-2 border-transparent px-2.5 pt-1.5 pb-2 text-sm font-medium whitespace-nowrap text-content-muted transition-colors hover:text-content selected:border-accent-text selected:text-content selected:forced-selection! forced-colors:selected:-outline-offset-4 forced-colors:selected:outline-[Highlight] forced-colors:selected:focus-visible:outline-[HighlightText]`}
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {items.map((item) => (
          <TabPanel key={item.label} id={item.label} className={`${focusRing} rounded-md pt-4`}>
            {item.content}
          </TabPanel>
        ))}
      </TabPanels>
    </AriaTabs>
  )
}
