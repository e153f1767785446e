import type { Meta, StoryObj } from '@storybook/react-vite'
import blueSquare from '../testing/blue-square.svg?no-inline'
import { RichText } from './rich-text.tsx'

const everything = `# Getting started

A paragraph with **strong**, *emphasised* and \`inline code\`, a [link to the docs](https://docs.example/start) and one
[within the product](/legal).

## Install

\`\`\`bash
$ npm install the-thing
\`\`\`

Then, in your code:

\`\`\`
const thing = new Thing({ name: 'first' }) // js unless it says otherwise
\`\`\`

### What you get

- one
- two
  1. nested
  2. ordered
- [x] done
- [ ] to do

> A quotation.

| Name | Size |
| --- | ---: |
| small | 1 |
| large | 100 |

---

![A blue square](${blueSquare})
`

const meta = {
  title: 'Display/RichText',
  component: RichText,
  args: { text: everything },
  decorators: [(Story) => <div className="max-w-2xl">{Story()}</div>],
} satisfies Meta<typeof RichText>
export default meta
type Story = StoryObj<typeof meta>

export const Everything: Story = {}
export const ShiftedHeadings: Story = { args: { text: '# Third level here\n\nText.', headingOffset: 2 } }
export const HtmlIsText: Story = { args: { text: '<b onclick="alert(1)">not bold</b>' } }
