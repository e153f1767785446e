import type { Meta, StoryObj } from '@storybook/react-vite'
import { CodeBlock } from './code-block.tsx'

const meta = {
  title: 'Display/CodeBlock',
  component: CodeBlock,
  args: { code: "const greeting = 'Hello' // to everybody\nconsole.log(greeting, 42)\n" },
} satisfies Meta<typeof CodeBlock>
export default meta
type Story = StoryObj<typeof meta>

export const JavaScript: Story = {}
export const Shell: Story = {
  args: { language: 'bash', code: '$ curl -H "Authorization: Bearer $TOKEN" https://api.example\n' },
}
export const Yaml: Story = {
  args: { language: 'yaml', code: 'name: web\nreplicas: 3 # at least\nenabled: true\n' },
}
export const UnknownLanguage: Story = { args: { language: 'klingon', code: 'qapla’\n' } }
export const LongLine: Story = { args: { code: `const long = '${'x'.repeat(300)}'\n` } }
