/** The activity log of a workspace, which only its owner can read. See docs/product/workspaces.md#activity. */
import * as z from 'zod/mini'
import { personReads } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { activitySearchMaxEvents, activitySearchMaxLength, logPageDefaultSize } from '../limits.ts'
import { type EventText, type Noun, noun } from '../noun.ts'
import { nouns } from '../nouns.ts'
import { pageQuery } from '../page-query.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { isoDateTimeSchema, lineOf } from '../text/text-rules.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'
import { activityRights } from './activity-rights.ts'

type ActOf<N> = N extends { events: infer Events } ? keyof Events & string : never
/** An event that is recorded, in the past tense. */
export type ActivityAct = ActOf<(typeof nouns)[number]>

/** The events with their labels and example subjects. Each noun declares its own. */
export const eventTexts: Readonly<Record<ActivityAct, EventText>> = Object.assign(
  {},
  ...nouns.map((one: Noun) => one.events),
)
export const activityActs = Object.keys(eventTexts) as ActivityAct[]
export const eventLabels = Object.fromEntries(
  activityActs.map((act) => [act, eventTexts[act][0]]),
) as Readonly<Record<ActivityAct, string>>

export const activitySchema = z.object({
  id: z.string(),
  at: isoDateTimeSchema,
  act: z.enum(activityActs),
  actor: z.object({
    userId: z.nullable(z.string()),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    email: z.nullable(z.string()),
    /** Set when a service account acted. */
    serviceAccount: z.nullable(serviceAccountRefSchema),
    /** The name of the API token with which the user acted. Null if the user acted directly. */
    tokenName: z.nullable(z.string()),
  }),
  /** A description of what changed: an email address, a token's name, `EDITOR → APPROVER`. */
  subject: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
})
export type Activity = z.infer<typeof activitySchema>

export const activityQuery = z.extend(pageQuery, {
  act: z.optional(z.enum(activityActs)),
  /** Matches part of the subject, or of the actor's name or email address. */
  search: z.optional(lineOf(activitySearchMaxLength)),
})

const coverage = `\`act\` and \`search\` cover the latest ${activitySearchMaxEvents.toLocaleString('en')} events.`

const access = personReads({
  workspace: { param: 'workspaceId', right: activityRights.readActivity, whenQuarantined: 'allowed' },
})

export const activity = {
  list: endpoint({
    name: 'activity.list',
    method: 'GET',
    path: '/workspace/:workspaceId/activity',
    access,
    params: workspaceParams,
    query: activityQuery,
    success: { status: 200, body: z.array(activitySchema) },
    summary: `Lists the activity of a workspace, newest first. Returns ${logPageDefaultSize} events without \`limit\`. ${coverage}`,
    docs: 'docs/product/workspaces.md#activity',
  }),
  download: endpoint({
    name: 'activity.download',
    method: 'GET',
    path: '/workspace/:workspaceId/activity.csv',
    access,
    params: workspaceParams,
    query: activityQuery,
    rateLimit: 'download',
    success: { status: 200, media: 'text/csv' },
    summary: `Downloads the activity of a workspace as CSV. No cell can run as a formula. ${coverage}`,
    docs: 'docs/product/workspaces.md#activity',
  }),
}

export const activityNoun = noun({
  tag: ['Activity', 'What happened in a workspace.'],
  calls: activity,
  rights: activityRights,
})
