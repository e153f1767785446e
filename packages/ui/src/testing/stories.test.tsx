import { composeStories } from '@storybook/react-vite'
import axe from 'axe-core'
import type { ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'

type StoryModule = Parameters<typeof composeStories>[0]

const modules = import.meta.glob<StoryModule>('../**/*.stories.tsx', { eager: true })

/** The rules that depend on colors. All other rules give the same result in both themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Returns axe violations on the whole page, each with the rule and the element. */
async function findViolations(theme: 'light' | 'dark'): Promise<string[]> {
  // React Aria's live announcer still refers to removed buttons of earlier tests for a few seconds, so it is excluded.
  const page = { include: [document.body], exclude: ['[data-live-announcer]'] }
  const { violations } = await axe.run(page, {
    resultTypes: ['violations'],
    // A story is part of a page, so landmarks and the first heading are not its job.
    ...(theme === 'light'
      ? { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } }
      : { runOnly: colorRules }),
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}

for (const [path, module] of Object.entries(modules)) {
  describe(path.replace('../', ''), () => {
    const stories: Record<string, ComponentType> = composeStories(module)
    for (const [name, Story] of Object.entries(stories)) {
      it.for(['light', 'dark'] as const)(
        `has no accessibility violations in ${name} in the %s theme`,
        async (theme) => {
          document.documentElement.dataset.theme = theme
          const { unmount } = await render(<Story />)
          expect(await findViolations(theme)).toEqual([])
          await unmount()
        },
      )
    }
  })
}
