import type { activity } from '@portal/contract/activity/activity'

type CallName = typeof activity.list.name

/** Matches every read of the activity log. The call itself would load the whole contract. */
export const activityKey: readonly CallName[] = ['activity.list']
