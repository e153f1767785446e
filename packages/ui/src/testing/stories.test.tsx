import { composeStories } from '@storybook/react-vite'
import axe from 'axe-core'
import type { ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'

type StoryModule = Parameters<typeof composeStories>[0]

const modules = import.meta.glob<StoryModule>('../**/*.stories.tsx', { eager: true })

/** What depends on colours; everything else is the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong in the whole page, as lines that say where. */
async function findViolations(theme: 'light' | 'dark'): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    // A story is a part of a page: landmarks and the first heading are the page's.
    ...(theme === 'light'
      ? { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } }
      : { runOnly: colourRules }),
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}

for (const [path, module] of Object.entries(modules)) {
  describe(path.replace('../', ''), () => {
    const stories: Record<string, ComponentType> = composeStories(module)
    for (const [name, Story] of Object.entries(stories)) {
      it.for(['light', 'dark'] as const)(`has no accessibility violation in ${name}, %s`, async (theme) => {
        document.documentElement.dataset.theme = theme
        const { unmount } = await render(<Story />)
        expect(await findViolations(theme)).toEqual([])
        await unmount()
      })
    }
  })
}
