import type { User } from '@portal/contract/account/account'
import { Button } from '@portal/ui/buttons/button'
import { Avatar } from '@portal/ui/data/avatar'
import { useTheme } from '@portal/ui/lib/theme'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { profileFormPath } from '../features/account/inbox-screen.ts'
import { personLabel } from '../features/account/person-label.ts'
import { useFlag } from '../lib/analytics/flags.ts'
import { useRouteName } from '../lib/guard/use-route-name.ts'

/** The profile button and its menu: Profile, Admin, the system theme and Log out. */
export function ProfileMenu({ user }: { user: User }) {
  const routeName = useRouteName()
  const isAdminOn = useFlag('ADMIN_PAGE', user)
  const { choice, clearChoice } = useTheme()
  const label = personLabel(user)
  const button = (
    <Button
      variant="ghost"
      size="md"
      iconRight="chevron--down"
      className="max-w-64 gap-2 pr-2 pl-2.5 max-desktop:max-w-44"
    >
      <span className="truncate">
        Hi <bdi className="text-content">{label}</bdi>
      </span>
      <Avatar name={label} src={user.pictureUrl} size="sm" isDecorative />
    </Button>
  )
  return (
    <DropdownMenu
      trigger={button}
      items={[
        routeName !== 'review-legal' && {
          label: 'Profile',
          icon: 'user',
          href: user.emailVerified ? '/profile' : profileFormPath,
        },
        isAdminOn && { label: 'Admin', icon: 'shield', href: '/workspace-admin' },
        choice !== undefined && { label: 'Use the system theme', icon: 'monitor', onAction: clearChoice },
        { label: 'Log out', icon: 'log-out', href: '/logout' },
      ]}
    />
  )
}
