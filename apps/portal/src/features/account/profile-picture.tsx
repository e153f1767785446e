import { Avatar } from '@portal/ui/avatar'
import { Button } from '@portal/ui/button'
import { useFormValue } from '@portal/ui/form-context'

export interface ProfilePictureProps {
  /** Whose it is. */
  name: string
  /** The picture as it is saved; there is one, or this is not shown. */
  savedUrl: string
  onChange: (pictureUrl: string | null) => void
}

/** The picture, which can be cleared, and restored as long as that is not saved (SPEC section 2, "Profile screen"). */
export function ProfilePicture({ name, savedUrl, onChange }: ProfilePictureProps) {
  const shownUrl = useFormValue('pictureUrl') as string | null
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
