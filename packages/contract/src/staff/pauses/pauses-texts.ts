import { component, text } from '../../field-text.ts'
import { texts } from '../../texts.ts'
import { quarantinedPersonSchema, quarantinedWorkspaceSchema, staffPauses, suspendedPersonSchema } from './pauses.ts'

export const staffPausesTexts = texts<typeof staffPauses>({
  fields: {
    isQuarantined: text('True to start the quarantine, false to end it.', true),
    isSuspended: text('True to start the suspension, false to end it.', true),
  },
  components: [
    component(quarantinedPersonSchema, 'QuarantinedUser', 'A quarantined account.'),
    component(suspendedPersonSchema, 'SuspendedUser', 'A suspended account.'),
    component(quarantinedWorkspaceSchema, 'QuarantinedWorkspace', 'A quarantined workspace.'),
    component(staffPauses.setUserQuarantine.body, 'UserQuarantineRequest', 'Starts or ends the quarantine of an account.'),
    component(staffPauses.setUserSuspension.body, 'UserSuspensionRequest', 'Starts or ends the suspension of an account.'),
    component(staffPauses.setWorkspaceQuarantine.body, 'WorkspaceQuarantineRequest', 'Starts or ends the quarantine of a workspace.'),
  ],
})
