import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { SearchBox, type SearchBoxProps } from './search-box.tsx'

const meta = {
  title: 'Forms/Search box',
  component: SearchBox,
  args: { onSearch: () => {} },
} satisfies Meta<typeof SearchBox>
export default meta
type Story = StoryObj<typeof meta>

function WithFilters(props: SearchBoxProps) {
  const [active, setActive] = useState(['own'])
  return <SearchBox {...props} activeFilterIds={active} onActiveFilterIdsChange={setActive} />
}

export const Plain: Story = {}
export const Filled: Story = { args: { placeholder: 'Search workspaces...', defaultText: 'production' } }
export const Disabled: Story = { args: { isDisabled: true } }
export const Filters: Story = {
  args: {
    hasOpenFilters: true,
    filters: [
      { id: 'own', name: 'Mine', count: 3 },
      { id: 'shared', name: 'Shared with me', count: 12 },
      { id: 'long', name: 'Everything that anybody has ever shared with anybody' },
    ],
  },
  render: (args) => <WithFilters {...args} />,
}
