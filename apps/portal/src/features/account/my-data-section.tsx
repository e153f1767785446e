import { myData } from '@portal/contract/my-data/my-data'
import { Button } from '@portal/ui/buttons/button'
import { Card } from '@portal/ui/layout/card'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { useUser } from '../../lib/guard/session.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { DownloadButton } from '../../lib/request/download-button.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The My data section of the account: download and deletion. See docs/product/account.md#downloading-data. */
export function MyDataSection() {
  const user = useUser()
  const download = useApiMutation(myData.download, {
    onSuccess: (data) =>
      saveAsFile({
        name: `my-data-${new Date().toISOString().slice(0, 10)}.json`,
        type: 'application/json',
        text: JSON.stringify(data, null, 2),
      }),
  })
  const [isDeleting, setIsDeleting] = useKeptState('delete account', false)

  return (
    <ShellSection intro="Download everything we store about you, or delete your account.">
      <Card
        title="Download"
        description="Everything we store about you, as a JSON file."
        actions={
          <DownloadButton
            onPress={() => download.mutate({ params: { userId: user.id } })}
            requestStatus={download}
          >
            Download my data
          </DownloadButton>
        }
      >
        {download.error && <Failure error={download.error} />}
      </Card>
      <Card
        title="Delete account"
        tone="danger"
        description="Deletes your account and every workspace where you are the only member. You can't delete your account while you own workspaces with other members."
        actions={
          <Button icon="trash" size="sm" tone="danger" variant="outline" onPress={() => setIsDeleting(true)}>
            Delete my account
          </Button>
        }
      />
      {isDeleting && <DeleteAccountDialog user={user} onClose={() => setIsDeleting(false)} />}
    </ShellSection>
  )
}
