import { type OwnershipOffer, ownership } from '@portal/contract/ownership/ownership'
import { fullName } from '@portal/contract/text/full-name'
import { formatCountOf } from '@portal/ui/lib/format-count'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useSession } from '../../lib/guard/session.ts'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useMembershipCache } from './member-queries.ts'
import { OfferCard } from './offer-card.tsx'
import { offersQuery } from './ownership-queries.ts'

/** Names what will act for the user: "deploy-bot (trust rules: main)". */
function actingText(serviceAccounts: OwnershipOffer['serviceAccounts']): string {
  const names = serviceAccounts.map(({ name, trustRules }) =>
    trustRules.length === 0
      ? name
      : `${name} (trust rules: ${trustRules.map((rule) => rule.name).join(', ')})`,
  )
  return `These service accounts will act in your name: ${names.join(', ')}.`
}

const stoppedText = (webhookCount: number) =>
  `${formatCountOf(webhookCount, 'webhook stops until you confirm it', 'webhooks stop until you confirm them')}.`

/** An ownership offer to the user: what accepting means, with buttons to accept and decline. */
function OwnershipOfferCard({ offer }: { offer: OwnershipOffer }) {
  // The previous release of the API sends neither service accounts nor the number of webhooks.
  const {
    workspaceId,
    workspaceName,
    serviceAccounts = [],
    webhookCount = 0,
  }: Partial<OwnershipOffer> & Pick<OwnershipOffer, 'workspaceId' | 'workspaceName'> = offer
  const cache = useMembershipCache(workspaceId)
  const answered = (message: string) => ({
    onSuccess: () => {
      cache.setOffers((known) => known.filter((each) => each.workspaceId !== workspaceId))
      showToast(message, { tone: 'success' })
      void cache.reload()
    },
  })
  const accept = useApiMutation(
    ownership.accept,
    answered(`You are now the owner of ${shortName(workspaceName)}`),
  )
  const decline = useApiMutation(
    ownership.decline,
    answered(`You declined ownership of ${shortName(workspaceName)}`),
  )
  const giver = fullName(offer.from) ?? 'The owner'

  return (
    <OfferCard
      icon="crown"
      subject={`the ownership of ${workspaceName}`}
      title={
        <span className="min-w-0 wrap-anywhere">
          <bdi>{giver}</bdi> offers you the ownership of <bdi>{workspaceName}</bdi>
        </span>
      }
      accept={accept}
      decline={decline}
      input={{ params: { workspaceId } }}
    >
      If you accept, only you can edit or delete the workspace, change roles and revoke any member's tokens.{' '}
      <bdi>{giver}</bdi> becomes an Approver.{' '}
      {serviceAccounts.length > 0 && `${actingText(serviceAccounts)} `}
      {webhookCount > 0 && `${stoppedText(webhookCount)} `}
      The offer expires <Timestamp date={offer.expiresAt} isRelative />.
    </OfferCard>
  )
}

/** The ownership offers that await the user's answer, for all workspaces or for one. */
export function OwnershipOffers({ workspaceId, className }: { workspaceId?: string; className?: string }) {
  const user = useSession()
  const { data: offers = [] } = useVerifiedQuery(offersQuery)
  const isAsked = (offer: OwnershipOffer) =>
    offer.toUserId === user?.id && (workspaceId === undefined || offer.workspaceId === workspaceId)
  const asked = offers.filter(isAsked)
  if (asked.length === 0) return null
  return (
    <section aria-label="Offers of ownership" className={`flex flex-col gap-3 ${className ?? ''}`}>
      {asked.map((offer) => (
        <OwnershipOfferCard key={offer.workspaceId} offer={offer} />
      ))}
    </section>
  )
}
