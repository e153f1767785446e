import { type OwnershipOffer, ownership } from '@portal/contract/ownership'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ErrorMessage } from '@portal/ui/error-message'
import { Icon } from '@portal/ui/icon'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Timestamp } from '@portal/ui/timestamp'
import { useCall } from '../../lib/api.ts'
import { errorTitle } from '../../lib/error-messages.ts'
import { fullName } from '../../lib/full-name.ts'
import { useMembershipCache } from './use-membership-cache.ts'

/** Somebody offers the person a workspace: what accepting means, and both answers. */
export function OwnershipOfferCard({ offer }: { offer: OwnershipOffer }) {
  const { workspaceId, workspaceName } = offer
  const accept = useCall(ownership.accept)
  const decline = useCall(ownership.decline)
  const cache = useMembershipCache(workspaceId)
  const giver = fullName(offer.from) ?? 'The owner'
  const refused = [accept, decline].find(({ status }) => status.isError)

  async function answer(call: typeof accept | typeof decline, said: string) {
    for (const each of [accept, decline]) each.reset()
    const outcome = await call.run({ params: { workspaceId } })
    if (!outcome.isOk) return
    cache.setOffers((known) => known.filter((each) => each.workspaceId !== workspaceId))
    showToast(said, { tone: 'success' })
    await cache.reload()
  }

  return (
    <Card padding="sm">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Icon name="crown" size="md" className="mt-0.5 text-accent-text" />
        <div className="min-w-0 flex-1 basis-80">
          <p className="font-medium wrap-anywhere">
            {giver} offers you the ownership of {workspaceName}
          </p>
          <p className="text-content-muted text-sm text-pretty">
            If you accept, you alone edit and delete it, change roles and revoke anybody's tokens, and {giver}{' '}
            becomes an Approver. The offer expires <Timestamp date={offer.expiresAt} isRelative />.
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Button
            size="sm"
            aria-label={`Decline the ownership of ${workspaceName}`}
            onPress={() => void answer(decline, `You have declined the ownership of ${workspaceName}`)}
            requestStatus={decline.status}
            isDisabled={accept.status.isPending}
          >
            Decline
          </Button>
          <Button
            size="sm"
            tone="accent"
            aria-label={`Accept the ownership of ${workspaceName}`}
            onPress={() => void answer(accept, `You are now the owner of ${workspaceName}`)}
            requestStatus={accept.status}
            isDisabled={decline.status.isPending}
          >
            Accept
          </Button>
        </div>
      </div>
      {refused && <ErrorMessage title={errorTitle(refused.error)} status={refused.status} className="mt-3" />}
    </Card>
  )
}
