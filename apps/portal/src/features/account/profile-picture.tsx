import { Button } from '@portal/ui/buttons/button'
import { Avatar } from '@portal/ui/data/avatar'
import { useFormValue } from '@portal/ui/fields/form-context'

export interface ProfilePictureProps {
  /** The name of the user. */
  name: string
  savedUrl: string
  onChange: (pictureUrl: string | null) => void
}

/** The saved picture. The user can clear it, and restore it until the profile is saved. */
export function ProfilePicture({ name, savedUrl, onChange }: ProfilePictureProps) {
  const chosenUrl = useFormValue('pictureUrl') as string | null | undefined
  const shownUrl = chosenUrl === undefined ? savedUrl : chosenUrl
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={shownUrl} size="xl" />
      <div className="flex flex-col items-start gap-1.5">
        <span className="font-medium text-sm">Profile Image</span>
        {shownUrl ? (
          <Button size="sm" onPress={() => onChange(null)}>
            Clear Picture
          </Button>
        ) : (
          <Button size="sm" onPress={() => onChange(savedUrl)}>
            Restore Picture
          </Button>
        )}
      </div>
    </div>
  )
}
