import { createFileRoute } from '@tanstack/react-router'
import { MyDataSection } from '../../features/my-data/my-data-section.tsx'

export const Route = createFileRoute('/_signed-in/profile/data')({
  staticData: { name: 'profile-data' },
  component: MyDataSection,
})
