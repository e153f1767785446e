import { ownerOnly } from '../members/roles.ts'

/** Separate from the calls, whose file loads every noun for the labels of the events. */
export const activityRights = {
  readActivity: ownerOnly('Read the activity'),
}
