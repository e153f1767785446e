import type { Preview } from '@storybook/react-vite'
import { useEffect } from 'react'
import { themeStore } from '../src/lib/theme.ts'
import '../src/styles/theme.css'

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        icon: 'contrast',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light' },
  parameters: {
    layout: 'padded',
    backgrounds: { disable: true },
    controls: { expanded: true },
    a11y: { test: 'error' },
  },
  decorators: [
    (Story, { globals }) => {
      const theme = globals.theme === 'dark' ? 'dark' : 'light'
      useEffect(() => {
        themeStore().choose(theme)
      }, [theme])
      return <Story />
    },
  ],
}

export default preview
