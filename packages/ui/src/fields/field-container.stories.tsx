import type { Meta, StoryObj } from '@storybook/react-vite'
import { FieldContainer } from './field-container.tsx'

const meta = {
  title: 'Forms/Field container',
  component: FieldContainer,
  args: {
    label: 'Profile image',
    hint: 'Square pictures look best',
    children: (
      <div className="flex items-center gap-3">
        <span className="size-12 rounded-full bg-accent-soft" />
        <button type="button" className="text-accent-text text-sm underline">
          Clear Picture
        </button>
      </div>
    ),
  },
} satisfies Meta<typeof FieldContainer>
export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}
export const Refused: Story = { args: { isRequired: true, errorMessage: 'This picture is too large' } }
