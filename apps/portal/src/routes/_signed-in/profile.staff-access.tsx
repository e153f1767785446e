import { createFileRoute } from '@tanstack/react-router'
import { StaffAccess } from '../../features/account/staff-access.tsx'

export const Route = createFileRoute('/_signed-in/profile/staff-access')({
  staticData: { name: 'profile-staff-access' },
  component: StaffAccess,
})
