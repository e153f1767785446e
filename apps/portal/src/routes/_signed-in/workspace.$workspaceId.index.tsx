import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { OwnershipOffers } from '../../features/people/ownership-offers.tsx'
import { offersQuery } from '../../features/people/ownership-queries.ts'
import { GettingStarted, loadFirstSteps } from '../../features/workspaces/getting-started.tsx'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { WorkspacePage } from '../../features/workspaces/workspace-page.tsx'
import { waitForPart } from '../../lib/request/wait-for-part.ts'

const workspace = '/workspace/$workspaceId'

/** Anchors from when each section was a part of this page. */
const sectionsByAnchor = {
  members: `${workspace}/members`,
  'members-heading': `${workspace}/members`,
  tokens: `${workspace}/tokens`,
  'service-accounts': `${workspace}/service-accounts`,
  activity: `${workspace}/activity`,
  'activity-heading': `${workspace}/activity`,
  danger: `${workspace}/danger`,
} as const

const isAnchor = (hash: string): hash is keyof typeof sectionsByAnchor =>
  Object.hasOwn(sectionsByAnchor, hash)

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/')({
  staticData: {
    name: 'workspace-settings',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'General',
      title: '',
      icon: 'settings',
      order: 10,
      shortcut: 'e',
      right: workspaceRights.readWorkspace,
    },
  },
  beforeLoad: ({ location: { hash }, params }) => {
    if (isAnchor(hash)) throw redirect({ to: sectionsByAnchor[hash], params, replace: true })
  },
  loader: ({ context: { queryClient }, params: { workspaceId } }) =>
    loadForMember([
      waitForPart(queryClient.ensureQueryData(offersQuery)),
      loadFirstSteps(queryClient, workspaceId),
    ]),
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <OwnershipOffers workspaceId={workspaceId} />
      <GettingStarted workspaceId={workspaceId} />
      <WorkspacePage workspaceId={workspaceId} />
    </div>
  )
}
