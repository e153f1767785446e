/** The activity of a workspace as a stream for programs. See docs/product/events.md. */
import * as z from 'zod/mini'
import { personReads } from '../access.ts'
import { activityRights } from '../activity/activity-rights.ts'
import { endpoint } from '../endpoint.ts'
import { logPageDefaultSize } from '../limits.ts'
import { noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { isoDateTimeSchema } from '../text/text-rules.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'

export const eventActorSchema = z.object({
  kind: z.enum(['user', 'service-account', 'staff', 'system']),
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
})

export const eventDataSchema = z.object({
  ipAddress: z.nullable(z.string()),
  tokenName: z.nullable(z.string()),
})

export const eventSchema = z.object({
  id: z.string(),
  /** A text and not an enum, because a process of a newer release can record a type that this release doesn't know. */
  type: z.string(),
  at: isoDateTimeSchema,
  actor: eventActorSchema,
  subject: z.nullable(z.string()),
  data: eventDataSchema,
})
export type Event = z.infer<typeof eventSchema>

/** As `after`, starts after the newest event. */
export const latestEvent = 'latest'

export const events = {
  list: endpoint({
    name: 'events.list',
    method: 'GET',
    path: '/workspaces/:workspaceId/events',
    access: personReads({
      credentials: ['session', 'api'],
      workspace: { param: 'workspaceId', right: activityRights.readActivity, whenQuarantined: 'allowed' },
    }),
    params: workspaceParams,
    // A separate schema, because `after` has its own text here.
    query: z.extend(pageQuery, {}),
    success: { status: 200, body: z.object({ events: z.array(eventSchema), next: z.nullable(z.string()) }) },
    summary: `Lists the events of a workspace, oldest first, from the first or after the event \`after\`, or only where they end for \`after=${latestEvent}\`. Returns ${logPageDefaultSize} events without \`limit\`. No event that was committed before the page was read can appear before it later.`,
    docs: 'docs/product/events.md#reading',
  }),
}

export const eventsNoun = noun({
  tag: ['Events', 'The activity of a workspace as a stream for programs.'],
  calls: events,
})
