import { createFileRoute } from '@tanstack/react-router'
import { MyDataSection } from '../../features/account/my-data-section.tsx'

export const Route = createFileRoute('/_signed-in/profile/data')({
  staticData: {
    name: 'profile-data',
    access: 'signed-in',
    section: {
      in: 'account',
      label: 'My data',
      icon: 'file',
      order: 70,
      shortcut: 'd',
    },
  },
  component: MyDataSection,
})
