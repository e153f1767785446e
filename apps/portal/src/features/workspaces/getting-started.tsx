import { dayMs } from '@portal/contract/durations'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { serverNow } from '@portal/ui/lib/server-clock'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { waitForPart } from '../../lib/request/wait-for-part.ts'
import { serviceAccountsQuery } from '../credentials/service-account-queries.ts'
import { tokensQuery } from '../credentials/token-queries.ts'
import { membersQuery } from '../people/member-queries.ts'
import { goToWorkspace } from './go-to-workspace.ts'
import { connectStep, inviteStep, StepCards } from './step-cards.tsx'
import { workspaceQuery } from './workspace-queries.ts'

/** Later, an owner who has skipped a step doesn't need it. */
const newDays = 14

const isNew = ({ role, createdAt, quarantinedAt }: Workspace): boolean =>
  role === 'OWNER' &&
  quarantinedAt === null &&
  serverNow().getTime() - Date.parse(createdAt) < newDays * dayMs

/** Loads what the first steps need, which stand above other content, if the workspace is new. */
export async function loadFirstSteps(queryClient: QueryClient, workspaceId: string): Promise<void> {
  if (!isNew(await queryClient.ensureQueryData(workspaceQuery(workspaceId)))) return
  await Promise.all([
    waitForPart(queryClient.ensureQueryData(membersQuery(workspaceId))),
    waitForPart(queryClient.ensureQueryData(tokensQuery(workspaceId))),
    waitForPart(queryClient.ensureQueryData(serviceAccountsQuery(workspaceId))),
  ])
}

/** The steps of the owner of a new workspace, until all are done. See docs/product/workspaces.md#first-steps. */
export function GettingStarted({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return isNew(workspace) ? <Steps workspace={workspace} /> : null
}

function Steps({ workspace }: { workspace: Workspace }) {
  const { id, lastOpenedAt } = workspace
  const members = useQuery(membersQuery(id)).data ?? []
  const tokens = useQuery(tokensQuery(id)).data?.authTokens ?? []
  const accounts = useQuery(serviceAccountsQuery(id)).data?.serviceAccounts ?? []
  const steps = [
    {
      title: 'Open your workspace',
      text: 'Model your first change in the app.',
      isDone: lastOpenedAt !== null,
      action: (
        <Button size="sm" onPress={() => goToWorkspace(id)}>
          Open
        </Button>
      ),
    },
    {
      ...inviteStep,
      isDone: members.length > 1,
      action: (
        <LinkButton size="sm" href={`/workspace/${id}/members`}>
          Invite people
        </LinkButton>
      ),
    },
    {
      ...connectStep,
      isDone: tokens.length + accounts.length > 0,
      action: (
        <div className="flex flex-wrap gap-2">
          <LinkButton size="sm" href={`/workspace/${id}/connect`}>
            Connect a pipeline
          </LinkButton>
          <LinkButton size="sm" href={`/workspace/${id}/tokens`}>
            Generate a token
          </LinkButton>
        </div>
      ),
    },
  ]
  return steps.every(({ isDone }) => isDone) ? null : <StepCards steps={steps} />
}
