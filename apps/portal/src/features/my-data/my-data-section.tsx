import { myData } from '@portal/contract/my-data/my-data'
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Card } from '@portal/ui/layout/card'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { useUser } from '../../lib/guard/session.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { useCall } from '../../lib/request/calls.ts'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The My data section of the account: download and deletion. See docs/product/account.md#downloading-data. */
export function MyDataSection() {
  const user = useUser()
  const download = useCall(myData.download)
  const [isDeleting, setIsDeleting] = useKeptState('delete account', false)

  async function save() {
    const outcome = await download.run({ params: { userId: user.id } })
    if (!outcome.isOk) return
    saveAsFile({
      name: `my-data-${new Date().toISOString().slice(0, 10)}.json`,
      type: 'application/json',
      text: JSON.stringify(outcome.data, null, 2),
    })
  }

  return (
    <ShellSection intro="Download everything we store about you, or delete your account.">
      <Card
        title="Download"
        description="Everything we store about you, as a JSON file."
        actions={
          <Button
            icon="download"
            size="sm"
            onPress={() => void save()}
            requestStatus={download.status}
            loadingText="Collecting..."
            successText="Downloaded"
          >
            Download my data
          </Button>
        }
      >
        {download.status.isError ? (
          <ErrorMessage title={errorTitle(download.error)} status={download.status} />
        ) : undefined}
      </Card>
      <Card
        title="Delete account"
        tone="danger"
        description="Deletes your account and every workspace where you are the only member."
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
