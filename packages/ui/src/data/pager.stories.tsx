import type { Meta, StoryObj } from '@storybook/react-vite'
import { usePages } from '../lib/use-pages.ts'
import { Pager } from './pager.tsx'

const meta = { title: 'Display/Pager', component: Pager } satisfies Meta<typeof Pager>
export default meta
type Story = StoryObj<typeof meta>

const rows = Array.from({ length: 473 }, (_, at) => at)
const pages = { page: 0, pageCount: 19, pageSize: 25, total: 473, setPage: () => {} }

function Example() {
  return <Pager label="Members" pages={usePages(rows, 25)} />
}

export const First: Story = { args: { label: 'Members', pages }, render: () => <Example /> }
export const Last: Story = { args: { label: 'Members', pages: { ...pages, page: 18 } } }
