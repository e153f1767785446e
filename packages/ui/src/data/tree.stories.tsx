import type { Meta, StoryObj } from '@storybook/react-vite'
import FileText from 'lucide-react/icons/file-text'
import Folder from 'lucide-react/icons/folder'
import { PillCounter } from './pill-counter.tsx'
import { Tree } from './tree.tsx'
import { TreeNode } from './tree-node.tsx'

const meta = {
  title: 'Display/Tree',
  component: Tree,
  args: {
    label: 'Files',
    defaultExpandedIds: ['src'],
    children: (
      <>
        <TreeNode id="src" textValue="src" icon={<Folder />} aside={<PillCounter size="sm" count={2} />}>
          <TreeNode id="lib" textValue="lib" icon={<Folder />}>
            <TreeNode id="theme" textValue="theme.ts" icon={<FileText />} />
          </TreeNode>
          <TreeNode id="button" textValue="button.tsx" icon={<FileText />} />
        </TreeNode>
        <TreeNode id="readme" textValue="README.md" icon={<FileText />} />
      </>
    ),
  },
} satisfies Meta<typeof Tree>
export default meta
type Story = StoryObj<typeof meta>

export const Files: Story = {}
