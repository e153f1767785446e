import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { TextLink } from '@portal/ui/text/text-link'
import { shortName } from '../../lib/layout/short-name.ts'

/** The cards and rows of the others say it too. */
const namedWorkspaces = 8

interface AttentionLineProps {
  /** In the order of the list. */
  workspaces: readonly Workspace[]
  attention: ReadonlyMap<string, number>
}

/** Says above the list how many things need attention, and links to their workspaces. See docs/product/workspaces.md#attention. */
export function AttentionLine({ workspaces, attention }: AttentionLineProps) {
  const concerned = workspaces.filter(({ id }) => attention.has(id))
  if (concerned.length === 0) return null
  const count = concerned.reduce((sum, { id }) => sum + (attention.get(id) ?? 0), 0)
  const more = concerned.length - namedWorkspaces
  const named = concerned.slice(0, namedWorkspaces)
  const names = named.map(({ displayName }) => shortName(displayName))
  const texts = more > 0 ? [...names, `${more} more ${more === 1 ? 'workspace' : 'workspaces'}`] : names
  const parts = new Intl.ListFormat('en').formatToParts(texts)
  return (
    <StatusBox
      tone="warning"
      announce="off"
      title={
        <>
          <span>{count === 1 ? '1 thing needs attention in ' : `${count} things need attention in `}</span>
          {parts.map(({ type, value }, index) => {
            // Every second part is a separator.
            const workspace = type === 'element' ? named[index / 2] : undefined
            return workspace ? (
              <TextLink key={workspace.id} href={`/workspace/${workspace.id}/overview`}>
                <bdi>{value}</bdi>
              </TextLink>
            ) : (
              <span key={`after ${named[(index - 1) / 2]?.id}`}>{value}</span>
            )
          })}
        </>
      }
    />
  )
}
