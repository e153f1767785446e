import { composeStories, type Meta, type StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { ThemeToggle } from './buttons/theme-toggle.tsx'

interface StoryModule {
  default: Meta
}

const modules = import.meta.glob<StoryModule>(['./*/*.stories.tsx'], {
  eager: true,
})

/** Stories left out because they cover or fill the page. */
const leftOut = new Set(['Open', 'MustBeAnswered', 'LongContent', 'ThousandEntries'])
/** Stories that need the full width. */
const wide = new Set([
  'All',
  'TonesAndVariants',
  'FourColumns',
  'People',
  'Everything',
  'Responsive',
  'Cards',
])
/** Modules left out because a page may contain them only once. */
const leftOutModules = new Set(['Status/Toasts', 'Layout/ResizablePanel'])
const order = ['Actions', 'Fields', 'Forms', 'Display', 'Status', 'Overlays', 'Layout']

interface Shown {
  group: string
  name: string
  stories: [string, ComponentType][]
}

function collect(): Shown[] {
  return Object.values(modules)
    .filter((module) => !leftOutModules.has(module.default.title ?? ''))
    .map((module) => {
      const [group = '', name = ''] = (module.default.title ?? '').split('/')
      const stories: Record<string, ComponentType> = composeStories(module)
      return { group, name, stories: Object.entries(stories).filter(([story]) => !leftOut.has(story)) }
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Turns a story name into words: "DisabledWithReason" becomes "disabled with reason". */
function words(storyName: string): string {
  return storyName
    .replace(/(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase()
}

function Control({ name, stories }: Shown) {
  return (
    <section className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface-raised p-5 shadow-raised">
      <h3 className="text-base font-semibold first-letter:uppercase">{words(name)}</h3>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(21rem,1fr))] gap-x-8 gap-y-6">
        {stories.map(([story, Story]) => (
          <div
            key={story}
            className={`flex min-w-0 flex-col gap-2 ${wide.has(story) ? 'col-span-full' : ''}`}
          >
            <p className="text-xs text-content-subtle">{words(story)}</p>
            <div className="min-w-0">
              <Story />
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

function KitchenSink() {
  const controls = collect()
  const groups = [...new Set([...order, ...controls.map(({ group }) => group)])]
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-10 pb-20">
      <header className="flex items-center justify-between">
        <h1 className="text-2xl font-semibold tracking-[-0.015em]">Kitchen sink</h1>
        <ThemeToggle />
      </header>
      {groups.map((group) => {
        const members = controls.filter((control) => control.group === group)
        if (members.length === 0) return null
        return (
          <div key={group} className="flex flex-col gap-4">
            <h2 className="text-lg font-semibold tracking-[-0.01em]">{group}</h2>
            {members.map((control) => (
              <Control key={control.name} {...control} />
            ))}
          </div>
        )
      })}
    </div>
  )
}

const meta = { title: 'Kitchen sink', component: KitchenSink } satisfies Meta<typeof KitchenSink>
export default meta

export const Everything: StoryObj<typeof meta> = {}
