import type { ReactNode } from 'react'
import { Tabs as RacTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { formatNumber } from './format.ts'

export type TabsProps<Key extends string> = {
  label: string
  tabs: readonly { key: Key; label: string; count?: number | undefined; content: ReactNode }[]
  /** With onChange: keep the choice in the address, so that back works. */
  selected?: Key
  onChange?: (key: Key) => void
}

export function Tabs<Key extends string>({ label, tabs, selected, onChange }: TabsProps<Key>) {
  return (
    <RacTabs
      {...(selected && { selectedKey: selected })}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.key === key)
        if (chosen) onChange?.(chosen.key)
      }}
      className="flex flex-col gap-4"
    >
      <TabList aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ key, label: text, count }) => (
          <Tab
            key={key}
            id={key}
            className="group -mb-px flex cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 py-2 text-base font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink selected:border-accent selected:text-ink focus-visible:-outline-offset-2 max-sm:min-h-11"
          >
            {text}
            {count !== undefined && (
              <span className="rounded-full bg-sunken px-1.5 text-xs leading-5 tabular-nums text-ink-soft group-selected:bg-accent-soft group-selected:text-accent-ink">
                {formatNumber(count)}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ key, content }) => (
        <TabPanel key={key} id={key} className="rounded-sm">
          {content}
        </TabPanel>
      ))}
    </RacTabs>
  )
}
